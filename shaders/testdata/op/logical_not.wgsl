// bool: brief
fn apply(x0: bool) -> bool {
  let v1 = !x0;
  return v1;
}

// bool on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ (0x80808080u >> 7u);
  return v1;
}

