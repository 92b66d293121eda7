//! Integer arithmetic, logic and bits (PTX ISA 9.7.1, 9.7.2, 9.7.8).

use super::{Body, Lowered, Modifiers, wide};
use crate::execute::cells::{Cells, Exec, Operands, Value, exec, lanes, per_type};
use crate::interface::Class;
use crate::ptx::Type;

impl Body<'_, '_> {
    pub(super) fn integer(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        match opcode {
            "and" | "or" | "xor" | "not" if kind == Type::Pred => return self.predicate_logic(opcode),
            "addc" | "subc" | "madc" => return self.carry(opcode, modifiers, kind),
            "add" | "sub" | "mad" if modifiers.has("cc") => return self.carry(opcode, modifiers, kind),
            "mul" | "mad" | "mul24" | "mad24" => return self.product(opcode, modifiers, kind),
            "shf" => return self.funnel(modifiers),
            "prmt" => return self.permute(modifiers),
            "dp4a" | "dp2a" => return self.dot(opcode, modifiers),
            "fns" => return self.nth_set(),
            "lop3" => return self.lop3(),
            _ => {}
        }
        let exec = self.plain(opcode, modifiers, kind);
        let Some((exec, kinds, result)) = exec else { return self.unknown() };
        let mut cells = Vec::with_capacity(5);
        for (index, kind) in kinds.iter().enumerate() {
            cells.push(self.source(index + 1, *kind)?);
        }
        cells.insert(0, self.destination(0, result)?);
        self.data(exec, &cells, Class::Integer);
        Ok(())
    }

    /// The function, the operands' types and the result's.
    fn plain(&self, opcode: &str, modifiers: Modifiers, kind: Type) -> Option<(Exec, Vec<Type>, Type)> {
        macro_rules! all {
            ($body:expr) => {
                per_type!(kind, T: [U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64] => $body)
            };
        }
        macro_rules! bits {
            ($body:expr) => {
                per_type!(kind, T: [B16 u16, B32 u32, B64 u64, U16 u16, U32 u32, U64 u64, S16 u16, S32 u32, S64 u64] => $body)
            };
        }
        let exec = match opcode {
            "add" if !modifiers.has("sat") => all!(exec!(|a: T, b: T| -> T { a.wrapping_add(b) })),
            "add" if modifiers.has("sat") && kind == Type::S32 => {
                Some(exec!(|a: i32, b: i32| -> i32 { a.saturating_add(b) }))
            }
            "sub" if modifiers.has("sat") && kind == Type::S32 => {
                Some(exec!(|a: i32, b: i32| -> i32 { a.saturating_sub(b) }))
            }
            "sub" => all!(exec!(|a: T, b: T| -> T { a.wrapping_sub(b) })),
            // A quotient by zero is not defined; the hardware gives ones.
            "div" => all!(exec!(|a: T, b: T| -> T { if b == 0 { !0 } else { a.wrapping_div(b) } })),
            "rem" => all!(exec!(|a: T, b: T| -> T { if b == 0 { a } else { a.wrapping_rem(b) } })),
            "min" if modifiers.has("relu") => Some(exec!(|a: i32, b: i32| -> i32 { a.min(b).max(0) })),
            "max" if modifiers.has("relu") => Some(exec!(|a: i32, b: i32| -> i32 { a.max(b).max(0) })),
            "min" => all!(exec!(|a: T, b: T| -> T { a.min(b) })),
            "max" => all!(exec!(|a: T, b: T| -> T { a.max(b) })),
            "sad" => {
                let exec = all!(exec!(|a: T, b: T, c: T| -> T { c.wrapping_add(a.abs_diff(b) as T) }))?;
                return Some((exec, vec![kind; 3], kind));
            }
            "abs" => {
                let exec = per_type!(kind, T: [S16 i16, S32 i32, S64 i64] => exec!(|a: T| -> T { a.wrapping_abs() }))?;
                return Some((exec, vec![kind], kind));
            }
            "neg" => {
                let exec = per_type!(kind, T: [S16 i16, S32 i32, S64 i64] => exec!(|a: T| -> T { a.wrapping_neg() }))?;
                return Some((exec, vec![kind], kind));
            }
            "and" => bits!(exec!(|a: T, b: T| -> T { a & b })),
            "or" => bits!(exec!(|a: T, b: T| -> T { a | b })),
            "xor" => bits!(exec!(|a: T, b: T| -> T { a ^ b })),
            "not" => return Some((bits!(exec!(|a: T| -> T { !a }))?, vec![kind], kind)),
            "cnot" => return Some((bits!(exec!(|a: T| -> T { T::from(a == 0) }))?, vec![kind], kind)),
            "shl" => {
                let exec = bits!(exec!(|a: T, b: u32| -> T { a.checked_shl(b).unwrap_or(0) }))?;
                return Some((exec, vec![kind, Type::U32], kind));
            }
            "shr" => {
                let exec = match kind {
                    Type::S16 => exec!(|a: i16, b: u32| -> i16 { a >> b.min(15) }),
                    Type::S32 => exec!(|a: i32, b: u32| -> i32 { a >> b.min(31) }),
                    Type::S64 => exec!(|a: i64, b: u32| -> i64 { a >> b.min(63) }),
                    _ => bits!(exec!(|a: T, b: u32| -> T { a.checked_shr(b).unwrap_or(0) }))?,
                };
                return Some((exec, vec![kind, Type::U32], kind));
            }
            "popc" => {
                let exec = bits!(exec!(|a: T| -> u32 { a.count_ones() }))?;
                return Some((exec, vec![kind], Type::U32));
            }
            "clz" => {
                let exec = bits!(exec!(|a: T| -> u32 { a.leading_zeros() }))?;
                return Some((exec, vec![kind], Type::U32));
            }
            "brev" => {
                let exec = bits!(exec!(|a: T| -> T { a.reverse_bits() }))?;
                return Some((exec, vec![kind], kind));
            }
            "bfind" => return self.find(modifiers, kind),
            "bfe" => {
                let exec = match kind {
                    Type::U32 => exec!(|a: u32, p: u32, n: u32| -> u32 {
                        extract(u64::from(a), 32, p, n, false) as u32
                    }),
                    Type::S32 => exec!(|a: u32, p: u32, n: u32| -> u32 {
                        extract(u64::from(a), 32, p, n, true) as u32
                    }),
                    Type::U64 => exec!(|a: u64, p: u32, n: u32| -> u64 { extract(a, 64, p, n, false) }),
                    Type::S64 => exec!(|a: u64, p: u32, n: u32| -> u64 { extract(a, 64, p, n, true) }),
                    _ => return None,
                };
                return Some((exec, vec![kind, Type::U32, Type::U32], kind));
            }
            "bfi" => {
                let exec = match kind {
                    Type::B32 => exec!(|a: u32, b: u32, p: u32, n: u32| -> u32 {
                        insert(u64::from(a), u64::from(b), 32, p, n) as u32
                    }),
                    Type::B64 => exec!(|a: u64, b: u64, p: u32, n: u32| -> u64 { insert(a, b, 64, p, n) }),
                    _ => return None,
                };
                return Some((exec, vec![kind, kind, Type::U32, Type::U32], kind));
            }
            "bmsk" => {
                let exec = if modifiers.has("wrap") {
                    exec!(|a: u32, b: u32| -> u32 {
                        insert(u64::from(u32::MAX), 0, 32, a & 31, b & 31) as u32
                    })
                } else {
                    exec!(|a: u32, b: u32| -> u32 {
                        insert(u64::from(u32::MAX), 0, 32, a.min(32), b.min(32)) as u32
                    })
                };
                return Some((exec, vec![Type::U32; 2], Type::B32));
            }
            "szext" => {
                let exec = match (kind, modifiers.has("wrap")) {
                    (Type::U32, true) => {
                        exec!(|a: u32, b: u32| -> u32 { extract(u64::from(a), 32, 0, b & 31, false) as u32 })
                    }
                    (Type::U32, false) => exec!(|a: u32, b: u32| -> u32 {
                        extract(u64::from(a), 32, 0, b.min(32), false) as u32
                    }),
                    (Type::S32, true) => {
                        exec!(|a: u32, b: u32| -> u32 { extract(u64::from(a), 32, 0, b & 31, true) as u32 })
                    }
                    (Type::S32, false) => exec!(|a: u32, b: u32| -> u32 {
                        extract(u64::from(a), 32, 0, b.min(32), true) as u32
                    }),
                    _ => return None,
                };
                return Some((exec, vec![kind, Type::U32], kind));
            }
            _ => None,
        };
        Some((exec?, vec![kind; 2], kind))
    }

    fn find(&self, modifiers: Modifiers, kind: Type) -> Option<(Exec, Vec<Type>, Type)> {
        let shift = modifiers.has("shiftamt");
        let exec = match (kind, shift) {
            (Type::U32, false) => exec!(|a: u32| -> u32 { a.checked_ilog2().unwrap_or(!0) }),
            (Type::U32, true) => exec!(|a: u32| -> u32 { a.checked_ilog2().map_or(!0, |n| 31 - n) }),
            (Type::U64, false) => exec!(|a: u64| -> u32 { a.checked_ilog2().unwrap_or(!0) }),
            (Type::U64, true) => exec!(|a: u64| -> u32 { a.checked_ilog2().map_or(!0, |n| 63 - n) }),
            (Type::S32, false) => {
                exec!(|a: i32| -> u32 { ((a ^ (a >> 31)) as u32).checked_ilog2().unwrap_or(!0) })
            }
            (Type::S32, true) => {
                exec!(|a: i32| -> u32 { ((a ^ (a >> 31)) as u32).checked_ilog2().map_or(!0, |n| 31 - n) })
            }
            (Type::S64, false) => {
                exec!(|a: i64| -> u32 { ((a ^ (a >> 63)) as u64).checked_ilog2().unwrap_or(!0) })
            }
            (Type::S64, true) => {
                exec!(|a: i64| -> u32 { ((a ^ (a >> 63)) as u64).checked_ilog2().map_or(!0, |n| 63 - n) })
            }
            _ => return None,
        };
        Some((exec, vec![kind], Type::U32))
    }

    fn predicate_logic(&mut self, opcode: &str) -> Lowered {
        let destination = self.predicate_destination(self.operand(0)?)?;
        let a = self.operand(1)?;
        let a = self.predicate(a)?;
        if opcode == "not" {
            self.data(predicate_operation(opcode), &[destination, a, a], Class::Compare);
            return Ok(());
        }
        let b = self.operand(2)?;
        let b = self.predicate(b)?;
        self.data(predicate_operation(opcode), &[destination, a, b], Class::Compare);
        Ok(())
    }

    fn product(&mut self, opcode: &str, modifiers: Modifiers, kind: Type) -> Lowered {
        let add = opcode.starts_with("mad");
        let result = match kind {
            _ if !modifiers.has("wide") => kind,
            Type::U16 => Type::U32,
            Type::S16 => Type::S32,
            Type::U32 => Type::U64,
            Type::S32 => Type::S64,
            _ => return self.unknown(),
        };
        macro_rules! all {
            ($body:expr) => {
                per_type!(kind, T: [U16 u16, S16 i16, U32 u32, S32 i32, U64 u64, S64 i64] => $body)
            };
        }
        macro_rules! pair {
            ($([$K:ident $t:ty, $w:ty])*) => { match kind {
                $(Type::$K if add => Some(exec!(|a: $t, b: $t, c: $w| -> $w { (a as $w).wrapping_mul(b as $w).wrapping_add(c) })),
                Type::$K => Some(exec!(|a: $t, b: $t| -> $w { (a as $w).wrapping_mul(b as $w) })),)*
                _ => None,
            } };
        }
        macro_rules! high {
            ($([$K:ident $t:ty, $w:ty])*) => { match kind {
                $(Type::$K if add && modifiers.has("sat") => Some(exec!(|a: $t, b: $t, c: $t| -> $t {
                    (((a as $w).wrapping_mul(b as $w) >> <$t>::BITS) as $t).saturating_add(c)
                })),
                Type::$K if add => Some(exec!(|a: $t, b: $t, c: $t| -> $t {
                    (((a as $w).wrapping_mul(b as $w) >> <$t>::BITS) as $t).wrapping_add(c)
                })),
                Type::$K => Some(exec!(|a: $t, b: $t| -> $t { ((a as $w).wrapping_mul(b as $w) >> <$t>::BITS) as $t })),)*
                _ => None,
            } };
        }
        let exec = if opcode.ends_with("24") {
            let high = modifiers.has("hi");
            match (kind, add, high) {
                (Type::U32, false, false) => Some(exec!(|a: u32, b: u32| -> u32 { product24(a, b) as u32 })),
                (Type::U32, false, true) => {
                    Some(exec!(|a: u32, b: u32| -> u32 { (product24(a, b) >> 16) as u32 }))
                }
                (Type::S32, false, false) => Some(exec!(|a: i32, b: i32| -> i32 { signed24(a, b) as i32 })),
                (Type::S32, false, true) => {
                    Some(exec!(|a: i32, b: i32| -> i32 { (signed24(a, b) >> 16) as i32 }))
                }
                (Type::U32, true, false) => {
                    Some(exec!(|a: u32, b: u32, c: u32| -> u32 { (product24(a, b) as u32).wrapping_add(c) }))
                }
                (Type::U32, true, true) => Some(exec!(|a: u32, b: u32, c: u32| -> u32 {
                    ((product24(a, b) >> 16) as u32).wrapping_add(c)
                })),
                (Type::S32, true, false) => {
                    Some(exec!(|a: i32, b: i32, c: i32| -> i32 { (signed24(a, b) as i32).wrapping_add(c) }))
                }
                (Type::S32, true, true) => Some(exec!(|a: i32, b: i32, c: i32| -> i32 {
                    ((signed24(a, b) >> 16) as i32).wrapping_add(c)
                })),
                _ => None,
            }
        } else if modifiers.has("wide") {
            pair!([U16 u16, u32][S16 i16, i32][U32 u32, u64][S32 i32, i64])
        } else if modifiers.has("hi") {
            high!([U16 u16, u32][S16 i16, i32][U32 u32, u64][S32 i32, i64][U64 u64, u128][S64 i64, i128])
        } else if add {
            all!(exec!(|a: T, b: T, c: T| -> T { a.wrapping_mul(b).wrapping_add(c) }))
        } else {
            all!(exec!(|a: T, b: T| -> T { a.wrapping_mul(b) }))
        };
        let Some(exec) = exec else { return self.unknown() };
        let mut cells = vec![self.source(1, kind)?, self.source(2, kind)?];
        if add {
            cells.push(self.source(3, result)?);
        }
        cells.insert(0, self.destination(0, result)?);
        self.data(exec, &cells, Class::Integer);
        Ok(())
    }

    fn carry(&mut self, opcode: &str, modifiers: Modifiers, kind: Type) -> Lowered {
        let (with, out) = (opcode.ends_with('c'), modifiers.has("cc"));
        let high = modifiers.has("hi");
        // The functions are named, so that each has a pointer of its own.
        macro_rules! pick {
            ($name:ident) => {{
                macro_rules! step {
                    ($T:ty, $in:literal, $out:literal) => {{
                        unsafe fn exec(cells: &Cells, o: &Operands) {
                            unsafe { carried::<$T, $in, $out>(cells, o, $name::<$T>) }
                        }
                        exec as Exec
                    }};
                }
                match (wide(kind), with, out) {
                    (false, false, _) => step!(u32, false, true),
                    (false, true, false) => step!(u32, true, false),
                    (false, true, true) => step!(u32, true, true),
                    (true, false, _) => step!(u64, false, true),
                    (true, true, false) => step!(u64, true, false),
                    (true, true, true) => step!(u64, true, true),
                }
            }};
        }
        let exec = match &opcode[..3] {
            "add" => pick!(sum),
            "sub" if with => pick!(difference),
            "sub" => pick!(first_difference),
            _ if high => pick!(high_sum),
            _ => pick!(low_sum),
        };
        if kind.size() < 4 {
            return self.unknown();
        }
        let (a, b) = (self.source(1, kind)?, self.source(2, kind)?);
        let c = if opcode.starts_with("mad") { self.source(3, kind)? } else { a };
        let destination = self.destination(0, kind)?;
        self.data(exec, &[destination, a, b, c, self.carry], Class::Integer);
        Ok(())
    }

    fn funnel(&mut self, modifiers: Modifiers) -> Lowered {
        let exec = match (modifiers.has("l"), modifiers.has("wrap")) {
            (true, true) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { ((join(a, b) << (c & 31)) >> 32) as u32 })
            }
            (true, false) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { ((join(a, b) << c.min(32)) >> 32) as u32 })
            }
            (false, true) => exec!(|a: u32, b: u32, c: u32| -> u32 { (join(a, b) >> (c & 31)) as u32 }),
            (false, false) => exec!(|a: u32, b: u32, c: u32| -> u32 { (join(a, b) >> c.min(32)) as u32 }),
        };
        self.three(exec)
    }

    fn three(&mut self, exec: Exec) -> Lowered {
        let kind = Type::B32;
        let cells = [self.source(1, kind)?, self.source(2, kind)?, self.source(3, kind)?];
        let destination = self.destination(0, kind)?;
        self.data(exec, &[destination, cells[0], cells[1], cells[2]], Class::Integer);
        Ok(())
    }

    fn permute(&mut self, modifiers: Modifiers) -> Lowered {
        let mode = modifiers.iter().find(|m| matches!(*m, "f4e" | "b4e" | "rc8" | "ecl" | "ecr" | "rc16"));
        let exec = match mode {
            None => exec!(|a: u32, b: u32, c: u32| -> u32 { permute(a, b, c) }),
            Some("f4e") => exec!(|a: u32, b: u32, c: u32| -> u32 { (join(a, b) >> (8 * (c & 3))) as u32 }),
            Some("b4e") => exec!(|a: u32, b: u32, c: u32| -> u32 {
                let n = c & 3;
                permute(a, b, n | ((n + 7) & 7) << 4 | ((n + 6) & 7) << 8 | ((n + 5) & 7) << 12)
            }),
            Some("rc8") => exec!(|a: u32, b: u32, c: u32| -> u32 { permute(a, b, (c & 3) * 0x1111) }),
            Some("ecl") => exec!(|a: u32, b: u32, c: u32| -> u32 {
                let n = c & 3;
                permute(a, b, (0..4).fold(0, |word, i| word | n.max(i) << (4 * i)))
            }),
            Some("ecr") => exec!(|a: u32, b: u32, c: u32| -> u32 {
                let n = c & 3;
                permute(a, b, (0..4).fold(0, |word, i| word | n.min(i) << (4 * i)))
            }),
            _ => exec!(|a: u32, b: u32, c: u32| -> u32 {
                permute(a, b, if c & 1 == 0 { 0x1010 } else { 0x3232 })
            }),
        };
        self.three(exec)
    }

    fn dot(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        let mut kinds = modifiers.types();
        let (Some(a), Some(b)) = (kinds.next(), kinds.next()) else { return self.unknown() };
        let exec = match (opcode, a.signed(), b.signed(), modifiers.has("hi")) {
            ("dp4a", false, false, _) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot4::<false, false>(a, b, c) })
            }
            ("dp4a", false, true, _) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot4::<false, true>(a, b, c) })
            }
            ("dp4a", true, false, _) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot4::<true, false>(a, b, c) })
            }
            ("dp4a", true, true, _) => exec!(|a: u32, b: u32, c: u32| -> u32 { dot4::<true, true>(a, b, c) }),
            (_, false, false, false) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<false, false, 0>(a, b, c) })
            }
            (_, false, true, false) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<false, true, 0>(a, b, c) })
            }
            (_, true, false, false) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<true, false, 0>(a, b, c) })
            }
            (_, true, true, false) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<true, true, 0>(a, b, c) })
            }
            (_, false, false, true) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<false, false, 2>(a, b, c) })
            }
            (_, false, true, true) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<false, true, 2>(a, b, c) })
            }
            (_, true, false, true) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<true, false, 2>(a, b, c) })
            }
            (_, true, true, true) => {
                exec!(|a: u32, b: u32, c: u32| -> u32 { dot2::<true, true, 2>(a, b, c) })
            }
        };
        self.three(exec)
    }

    fn nth_set(&mut self) -> Lowered {
        self.three(exec!(|mask: u32, base: u32, offset: i32| -> u32 { nth_set(mask, base, offset) }))
    }

    fn lop3(&mut self) -> Lowered {
        let table = self.source(4, Type::B32)?;
        let kind = Type::B32;
        let cells = [self.source(1, kind)?, self.source(2, kind)?, self.source(3, kind)?];
        let destination = self.destination(0, kind)?;
        let exec = exec!(|a: u32, b: u32, c: u32, table: u32| -> u32 {
            let minterm = |n: u32| {
                let pick = |word: u32, bit: u32| if n >> bit & 1 != 0 { word } else { !word };
                if table >> n & 1 != 0 { pick(a, 2) & pick(b, 1) & pick(c, 0) } else { 0 }
            };
            (0..8).fold(0, |word, n| word | minterm(n))
        });
        self.data(exec, &[destination, cells[0], cells[1], cells[2], table], Class::Integer);
        Ok(())
    }
}

/// Integers of the instructions that carry.
trait Carried: Value {
    fn wide(self) -> u128;
    fn narrow(wide: u128) -> Self;
    const BITS: u32;
}

impl Carried for u32 {
    fn wide(self) -> u128 {
        u128::from(self)
    }
    fn narrow(wide: u128) -> Self {
        wide as u32
    }
    const BITS: u32 = 32;
}

impl Carried for u64 {
    fn wide(self) -> u128 {
        u128::from(self)
    }
    fn narrow(wide: u128) -> Self {
        wide as u64
    }
    const BITS: u32 = 64;
}

fn sum<T: Carried>(a: T, b: T, _: T, carry: bool) -> (T, bool) {
    let sum = a.wide() + b.wide() + u128::from(carry);
    (T::narrow(sum), sum >> T::BITS != 0)
}

/// A subtraction adds the complement, so that the carry is set if nothing is borrowed. NVIDIA's division of 128-bit integers reads it
/// with `addc`; the PTX ISA does not say.
fn difference<T: Carried>(a: T, b: T, c: T, carry: bool) -> (T, bool) {
    sum(a, T::narrow(!b.wide()), c, carry)
}

fn first_difference<T: Carried>(a: T, b: T, c: T, _: bool) -> (T, bool) {
    difference(a, b, c, true)
}

fn low_sum<T: Carried>(a: T, b: T, c: T, carry: bool) -> (T, bool) {
    sum(T::narrow(a.wide().wrapping_mul(b.wide())), c, c, carry)
}

fn high_sum<T: Carried>(a: T, b: T, c: T, carry: bool) -> (T, bool) {
    sum(T::narrow(a.wide().wrapping_mul(b.wide()) >> T::BITS), c, c, carry)
}

/// # Safety
///
/// As [`Exec`].
unsafe fn carried<T: Carried, const IN: bool, const OUT: bool>(
    cells: &Cells,
    o: &Operands,
    f: impl Fn(T, T, T, bool) -> (T, bool),
) {
    unsafe {
        let (d, a, b, c) = (cells.at(o[0]), cells.at(o[1]), cells.at(o[2]), cells.at(o[3]));
        let before = if IN { *cells.at(o[4]) } else { 0 };
        let mut after = 0;
        lanes(cells.mask, |lane| {
            let carry = before >> lane & 1 != 0;
            let (value, carry) = f(T::read(a, lane), T::read(b, lane), T::read(c, lane), carry);
            value.write(d, lane);
            after |= u32::from(carry) << lane;
        });
        if OUT {
            cells.set_predicate(o[4], after);
        }
    }
}

/// A field of `n` bits at bit `p` of a word of `bits` bits (PTX ISA, `bfe`).
fn extract(a: u64, bits: u32, p: u32, n: u32, signed: bool) -> u64 {
    let (p, n) = (p & 0xff, n & 0xff);
    if n == 0 {
        return 0;
    }
    let top = (p + n - 1).min(bits - 1);
    let sign = signed && a >> top & 1 != 0;
    let field = if p >= bits { 0 } else { a >> p };
    let kept = if p >= bits { 0 } else { (top - p + 1).min(n) };
    let mask = if kept >= 64 { !0 } else { (1 << kept) - 1 };
    if sign { field & mask | !mask } else { field & mask }
}

/// `a`'s lowest `n` bits put at bit `p` of `b` (PTX ISA, `bfi`).
fn insert(a: u64, b: u64, bits: u32, p: u32, n: u32) -> u64 {
    let (p, n) = (p & 0xff, n & 0xff);
    if n == 0 || p >= bits {
        return b;
    }
    let mask = (if n >= 64 { !0 } else { (1 << n) - 1 }) << p;
    b & !mask | (a << p) & mask
}

fn product24(a: u32, b: u32) -> u64 {
    u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)
}

fn signed24(a: i32, b: i32) -> i64 {
    i64::from(a << 8 >> 8) * i64::from(b << 8 >> 8)
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn permute(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = join(a, b).to_le_bytes();
    let picked = std::array::from_fn(|i| {
        let nibble = selector >> (4 * i);
        let byte = bytes[(nibble & 7) as usize];
        if nibble & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte }
    });
    u32::from_le_bytes(picked)
}

fn dot4<const A: bool, const B: bool>(a: u32, b: u32, c: u32) -> u32 {
    let byte = |byte: u8, signed: bool| if signed { i32::from(byte as i8) } else { i32::from(byte) };
    a.to_le_bytes()
        .into_iter()
        .zip(b.to_le_bytes())
        .fold(c, |sum, (x, y)| sum.wrapping_add((byte(x, A) * byte(y, B)) as u32))
}

fn dot2<const A: bool, const B: bool, const FROM: usize>(a: u32, b: u32, c: u32) -> u32 {
    let bytes = b.to_le_bytes();
    (0..2).fold(c, |sum, i| {
        let half = (a >> (16 * i)) as u16;
        let x = if A { i64::from(half as i16) } else { i64::from(half) };
        let byte = bytes[FROM + i];
        let y = if B { i64::from(byte as i8) } else { i64::from(byte) };
        sum.wrapping_add((x * y) as u32)
    })
}

/// Position of the `offset`-th set bit from bit `base` on (PTX ISA, `fns`).
fn nth_set(mask: u32, base: u32, offset: i32) -> u32 {
    let base = base & 31;
    if offset == 0 {
        return if mask >> base & 1 != 0 { base } else { !0 };
    }
    let mut left = offset.unsigned_abs();
    let mut at = base as i32;
    let step = offset.signum();
    while (0..32).contains(&at) {
        if mask >> at & 1 != 0 {
            left -= 1;
            if left == 0 {
                return at as u32;
            }
        }
        at += step;
    }
    !0
}

/// `and`, `or`, `not` and else `xor` of predicates; `not` is that of the first.
pub(super) fn predicate_operation(name: &str) -> Exec {
    match name {
        "and" => of_predicates!(|a, b| a & b),
        "or" => of_predicates!(|a, b| a | b),
        "not" => of_predicates!(|a, _b| !a),
        _ => of_predicates!(|a, b| a ^ b),
    }
}
