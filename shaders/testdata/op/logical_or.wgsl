// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 || x1;
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 | x1;
  return v2;
}

