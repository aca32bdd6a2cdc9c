// The files that a program sees: those of its module, as the server has them, and those that it writes,
// in memory. Calls are those of Node's fs, which Go's programs make.
const mode = {O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536};
const known = new Map(); // by path: {names} of a folder, {bytes} of a file, or null
const opened = new Map(); // by number
let last = 2;

const fault = code => Object.assign(new Error(code), {code});
const whole = path => {
	const parts = [];
	for (const part of (path.startsWith("/") ? path : program.folder + "/" + path).split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return "/" + parts.join("/");
};
const folderOf = path => path.slice(0, path.lastIndexOf("/")) || "/";

// A request may fail because the machine's network changes.
export async function ask(...request) {
	for (let tries = 0; ; tries++) {
		try {
			return await fetch(...request);
		} catch (why) {
			if (tries === 50) throw why;
			await new Promise(done => setTimeout(done, 100));
		}
	}
}

async function find(path) {
	if (!known.has(path)) {
		const answer = await ask("/files" + path.split("/").map(encodeURIComponent).join("/"));
		if (!answer.ok) known.set(path, null);
		else if (answer.headers.get("X-Folder")) known.set(path, {names: new Set(await answer.json())});
		else known.set(path, {bytes: new Uint8Array(await answer.arrayBuffer())});
	}
	return known.get(path);
}
async function need(path) {
	const file = await find(whole(path));
	if (!file) throw fault("ENOENT");
	return file;
}
async function make(path, file) {
	const folder = await find(folderOf(path));
	if (!folder?.names) throw fault("ENOENT");
	folder.names.add(path.slice(path.lastIndexOf("/") + 1));
	known.set(path, file);
	return file;
}
async function remove(path) {
	await need(path);
	path = whole(path);
	(await find(folderOf(path)))?.names?.delete(path.slice(path.lastIndexOf("/") + 1));
	known.set(path, null);
}
const about = file => ({
	isDirectory: () => Boolean(file.names), mode: file.names ? 0o40755 : 0o100644, size: file.bytes?.length ?? 0,
	dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
});
const handle = fd => {
	if (!opened.has(fd)) throw fault("EBADF");
	return opened.get(fd);
};

const calls = {
	async open(path, flags) {
		let file = await find(whole(path));
		if (file && flags & mode.O_CREAT && flags & mode.O_EXCL) throw fault("EEXIST");
		if (!file && !(flags & mode.O_CREAT)) throw fault("ENOENT");
		if (file?.names && flags & (mode.O_WRONLY | mode.O_RDWR)) throw fault("EISDIR");
		file ??= await make(whole(path), {bytes: new Uint8Array()});
		if (flags & mode.O_TRUNC) file.bytes = new Uint8Array();
		opened.set(++last, {file, at: flags & mode.O_APPEND ? file.bytes.length : 0});
		return last;
	},
	async close(fd) { opened.delete(fd); },
	async stat(path) { return about(await need(path)); },
	async lstat(path) { return about(await need(path)); },
	async fstat(fd) { return about(handle(fd).file); },
	async readdir(path) { return [...(await need(path)).names]; },
	async read(fd, buffer, offset, length, position) {
		const h = handle(fd), from = position ?? h.at, bytes = h.file.bytes.subarray(from, from + length);
		buffer.set(bytes, offset);
		if (position === null) h.at += bytes.length;
		return bytes.length;
	},
	async write(fd, buffer, offset, length, position) {
		const h = handle(fd), to = position ?? h.at;
		if (to + length > h.file.bytes.length) {
			const longer = new Uint8Array(to + length);
			longer.set(h.file.bytes);
			h.file.bytes = longer;
		}
		h.file.bytes.set(buffer.subarray(offset, offset + length), to);
		if (position === null) h.at += length;
		return length;
	},
	async mkdir(path) {
		if (await find(whole(path))) throw fault("EEXIST");
		await make(whole(path), {names: new Set()});
	},
	async unlink(path) {
		if ((await need(path)).names) throw fault("EISDIR");
		await remove(path);
	},
	async rmdir(path) {
		const {names} = await need(path);
		if (!names) throw fault("ENOTDIR");
		if (names.size) throw fault("ENOTEMPTY");
		await remove(path);
	},
	async chmod() {},
	async fchmod() {},
	async utimes() {},
};

// What goes to standard output and error is written at once: an event handler of the page must not wait.
export function install(write) {
	fs.constants = mode;
	for (const [name, call] of Object.entries(calls)) {
		fs[name] = (...args) => {
			const done = args.pop();
			if (name === "write" && args[0] <= 2) return done(null, write(args[0], args[1].subarray(args[2], args[2] + args[3])));
			call(...args).then(value => done(null, value), done);
		};
	}
	process.cwd = () => program.folder;
	globalThis.path.resolve = whole;
}
