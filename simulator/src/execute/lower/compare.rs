//! Comparison and selection (PTX ISA 9.7.6 and 9.7.7).

use super::{Body, Lowered, Modifiers, Refused, wide};
use crate::execute::cells::{Cell, Cells, Exec, Operands, exec, per_type, select, test2};
use crate::interface::Class;
use crate::ptx::{Operand, Type};

/// A function that sets a predicate by a comparison.
macro_rules! test {
    (|$a:ident: $A:ty, $b:ident| $body:expr) => {{
        unsafe fn exec(cells: &Cells, o: &Operands) {
            unsafe { cells.set_predicate(o[0], test2(cells, o[1], o[2], |$a: $A, $b: $A| $body)) }
        }
        exec as Exec
    }};
}

impl Body<'_, '_> {
    pub(super) fn compare(&mut self, opcode: &str, modifiers: Modifiers) -> Lowered {
        match opcode {
            "setp" => self.set_predicate(modifiers),
            "set" => self.set(modifiers),
            "selp" => self.select(modifiers),
            _ => self.select_by_sign(modifiers),
        }
    }

    fn set_predicate(&mut self, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        let (p, q) = match self.operand(0)? {
            Operand::Pair(p, q) => (self.predicate_destination(p)?, Some(self.predicate_destination(q)?)),
            p => (self.predicate_destination(p)?, None),
        };
        let combine = modifiers.iter().nth(1).filter(|name| matches!(*name, "and" | "or" | "xor"));
        if q.is_none() && combine.is_none() {
            return self.test(modifiers, kind, p);
        }
        let [raw, inverse] = self.scratch_predicates;
        self.test(modifiers, kind, raw)?;
        let other = match combine {
            Some(_) => {
                let operand = self.operand(3)?;
                self.predicate(operand)?
            }
            None => raw,
        };
        let (yes, no) = match combine {
            None => (of_predicates!(|a, _b| a), of_predicates!(|a, _b| !a)),
            Some("and") => (of_predicates!(|a, b| a & b), of_predicates!(|a, b| !a & b)),
            Some("or") => (of_predicates!(|a, b| a | b), of_predicates!(|a, b| !a | b)),
            _ => (of_predicates!(|a, b| a ^ b), of_predicates!(|a, b| !a ^ b)),
        };
        // `p` may be the third operand, so both are computed before one is set.
        if let Some(q) = q {
            self.data(no, &[inverse, raw, other], Class::Move);
            self.data(yes, &[p, raw, other], Class::Compare);
            self.data(of_predicates!(|a, _b| a), &[q, inverse, inverse], Class::Move);
        } else {
            self.data(yes, &[p, raw, other], Class::Compare);
        }
        Ok(())
    }

    /// Compares the first two sources into a predicate.
    fn test(&mut self, modifiers: Modifiers, kind: Type, destination: Cell) -> Lowered {
        let name = modifiers.iter().next().unwrap_or("");
        let mut compared = kind;
        let mut cells = [self.source(1, kind)?, self.source(2, kind)?];
        if matches!(kind, Type::F16 | Type::Bf16) {
            compared = Type::F32;
            for cell in &mut cells {
                *cell = self.half_to_single(*cell, kind);
            }
        } else if kind == Type::F32 && modifiers.has("ftz") {
            for cell in &mut cells {
                let flushed = self.scratch();
                let flush = exec!(|a: f32| -> f32 { super::float::flush_subnormal(a) });
                self.data(flush, &[flushed, *cell], Class::Move);
                *cell = flushed;
            }
        }
        let Some(exec) = comparison(name, compared) else { return self.unknown() };
        self.data(exec, &[destination, cells[0], cells[1]], Class::Compare);
        Ok(())
    }

    fn set(&mut self, modifiers: Modifiers) -> Lowered {
        let mut kinds = modifiers.types();
        let (Some(result), Some(kind)) = (kinds.next(), kinds.next()) else { return self.unknown() };
        let [raw, _] = self.scratch_predicates;
        self.test(modifiers, kind, raw)?;
        if let Some(name) = modifiers.iter().nth(1).filter(|name| matches!(*name, "and" | "or" | "xor")) {
            let operand = self.operand(3)?;
            let other = self.predicate(operand)?;
            self.data(super::integer::predicate_operation(name), &[raw, raw, other], Class::Move);
        }
        let yes = match result {
            Type::F32 => u64::from(1f32.to_bits()),
            Type::U32 | Type::S32 => u64::from(u32::MAX),
            _ => return self.unknown(),
        };
        let (yes, no) = (self.constant(yes, false), self.constant(0, false));
        let destination = self.destination(0, result)?;
        self.data(selection(Type::B32)?, &[destination, yes, no, raw], Class::Compare);
        Ok(())
    }

    fn select(&mut self, modifiers: Modifiers) -> Lowered {
        let kind = modifiers.kind()?;
        let (a, b) = (self.source(1, kind)?, self.source(2, kind)?);
        let predicate = self.operand(3)?;
        let predicate = self.predicate(predicate)?;
        let destination = self.destination(0, kind)?;
        self.data(selection(kind)?, &[destination, a, b, predicate], Class::Compare);
        Ok(())
    }

    /// `slct`: by the sign of the third operand.
    fn select_by_sign(&mut self, modifiers: Modifiers) -> Lowered {
        let mut kinds = modifiers.types();
        let (Some(kind), Some(sign)) = (kinds.next(), kinds.next()) else { return self.unknown() };
        let (a, b, c) = (self.source(1, kind)?, self.source(2, kind)?, self.source(3, sign)?);
        let [raw, _] = self.scratch_predicates;
        let test = match sign {
            Type::S32 => test!(|a: i32, _b| a >= 0),
            Type::F32 if modifiers.has("ftz") => {
                test!(|a: f32, _b| super::float::flush_subnormal(a) >= 0.0)
            }
            Type::F32 => test!(|a: f32, _b| a >= 0.0),
            _ => return self.unknown(),
        };
        self.data(test, &[raw, c, c], Class::Move);
        let destination = self.destination(0, kind)?;
        self.data(selection(kind)?, &[destination, a, b, raw], Class::Compare);
        Ok(())
    }
}

fn selection(kind: Type) -> Result<Exec, Refused> {
    macro_rules! select {
        ($T:ty) => {{
            unsafe fn exec(cells: &Cells, o: &Operands) {
                unsafe { select::<$T>(cells, o, cells.predicate(o[3])) }
            }
            exec as Exec
        }};
    }
    Ok(if wide(kind) { select!(u64) } else { select!(u32) })
}

fn comparison(name: &str, kind: Type) -> Option<Exec> {
    macro_rules! integers {
        (|$a:ident, $b:ident| $body:expr) => {
            per_type!(kind, T: [U16 u16, S16 i16, B16 u16, U32 u32, S32 i32, B32 u32, U64 u64, S64 i64, B64 u64] => test!(|$a: T, $b| $body))
        };
    }
    macro_rules! unsigned {
        (|$a:ident, $b:ident| $body:expr) => {
            per_type!(kind, T: [U16 u16, S16 u16, B16 u16, U32 u32, S32 u32, B32 u32, U64 u64, S64 u64, B64 u64] => test!(|$a: T, $b| $body))
        };
    }
    macro_rules! floats {
        (|$a:ident, $b:ident| $body:expr) => {
            per_type!(kind, T: [F32 f32, F64 f64] => test!(|$a: T, $b| $body))
        };
    }
    if kind.float() {
        #[allow(clippy::neg_cmp_op_on_partial_ord)]
        return match name {
            "eq" => floats!(|a, b| a == b),
            "ne" => floats!(|a, b| a != b && !a.is_nan() && !b.is_nan()),
            "lt" => floats!(|a, b| a < b),
            "le" => floats!(|a, b| a <= b),
            "gt" => floats!(|a, b| a > b),
            "ge" => floats!(|a, b| a >= b),
            "equ" => floats!(|a, b| a == b || a.is_nan() || b.is_nan()),
            "neu" => floats!(|a, b| a != b),
            "ltu" => floats!(|a, b| !(a >= b)),
            "leu" => floats!(|a, b| !(a > b)),
            "gtu" => floats!(|a, b| !(a <= b)),
            "geu" => floats!(|a, b| !(a < b)),
            "num" => floats!(|a, b| !a.is_nan() && !b.is_nan()),
            "nan" => floats!(|a, b| a.is_nan() || b.is_nan()),
            _ => None,
        };
    }
    match name {
        "eq" => integers!(|a, b| a == b),
        "ne" => integers!(|a, b| a != b),
        "lt" => integers!(|a, b| a < b),
        "le" => integers!(|a, b| a <= b),
        "gt" => integers!(|a, b| a > b),
        "ge" => integers!(|a, b| a >= b),
        "lo" => unsigned!(|a, b| a < b),
        "ls" => unsigned!(|a, b| a <= b),
        "hi" => unsigned!(|a, b| a > b),
        "hs" => unsigned!(|a, b| a >= b),
        _ => None,
    }
}
