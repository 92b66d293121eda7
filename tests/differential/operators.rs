//! The operators of integers, each with the interval of its result.

use super::expressions::Expression;
use super::generator::Generator;
use super::types::{self, Type};

/// The interval of a value that is converted to `ty`.
fn converted(low: i128, high: i128, ty: Type) -> (i128, i128) {
    let limits = ty.limits();
    if limits.0 <= low && high <= limits.1 { (low, high) } else { limits }
}

/// The smallest `2^n - 1` that is not below.
fn mask_above(value: i128) -> i128 {
    let mut mask = 0;
    while mask < value {
        mask = mask * 2 + 1;
    }
    mask
}

impl Generator<'_> {
    pub fn arithmetic(&mut self, depth: usize) -> Expression {
        let (mut a, mut b) = (self.integer(depth), self.integer(depth));
        let operator = self.random.take(&["+", "-", "*", "+", "-", "&", "|", "^"]);
        let ty = a.ty.common(b.ty);
        for attempt in 0..2 {
            let ((al, ah), (bl, bh)) = (converted(a.low, a.high, ty), converted(b.low, b.high, ty));
            let range = match operator {
                "+" => (al + bl, ah + bh),
                "-" => (al - bh, ah - bl),
                "*" => {
                    let big = |v: i128| v.clamp(-(1 << 62), 1 << 62);
                    let all = [al, ah].map(|x| [bl, bh].map(|y| big(x) * big(y)));
                    let all = all.as_flattened();
                    (*all.iter().min().expect("four"), *all.iter().max().expect("four"))
                }
                "&" if al >= 0 && bl >= 0 => (0, ah.min(bh)),
                _ if al >= 0 && bl >= 0 => (0, mask_above(ah.max(bh))),
                _ => {
                    let mask = mask_above(ah.max(bh).max(-al).max(-bl));
                    (-mask - 1, mask)
                }
            };
            let limits = ty.limits();
            if (limits.0 <= range.0 && range.1 <= limits.1) || !ty.is_signed() || attempt == 1 {
                let (low, high) = converted(range.0, range.1, ty);
                return Expression::new(
                    format!("{} {operator} {}", a.operand(), b.operand()),
                    ty,
                    (low, high),
                );
            }
            (a, b) = (self.fit(a, (-1000, 1000)), self.fit(b, (-1000, 1000)));
        }
        unreachable!("the second attempt returns")
    }

    pub fn division(&mut self, depth: usize) -> Expression {
        let a = self.integer(depth);
        let b = if self.random.one_in(2) {
            let value = self.random.between(1, 12);
            self.constant(value)
        } else {
            let b = self.integer(depth);
            let b = self.fit(b, (0, 40));
            Expression::new(format!("{} + 1", b.operand()), b.ty.promoted(), (b.low + 1, b.high + 1))
        };
        let ty = a.ty.common(b.ty);
        let (low, high) = converted(a.low, a.high, ty);
        let largest = high.max(-low);
        let floor = |bound: i128| if low < 0 { -bound } else { 0 };
        let (operator, range) = match self.random.below(2) {
            0 => ("/", (floor(largest), largest)),
            _ => ("%", (floor(b.high - 1), b.high - 1)),
        };
        Expression::new(format!("{} {operator} {}", a.operand(), b.operand()), ty, range)
    }

    pub fn shift(&mut self, depth: usize) -> Expression {
        let (a, by) = (self.integer(depth), self.integer(depth));
        let by = self.fit(by, (0, 7));
        if a.low >= 0 && self.random.one_in(2) {
            return Expression::new(
                format!("{} >> {}", a.operand(), by.operand()),
                a.ty.promoted(),
                (0, a.high),
            );
        }
        let range = Type::UInt.limits();
        Expression::new(format!("(unsigned){} << {}", a.operand(), by.operand()), Type::UInt, range)
    }

    pub fn choice(&mut self, depth: usize) -> Expression {
        let (mut a, mut b) = (self.integer(depth), self.integer(depth));
        if a.ty.promoted().is_signed() != b.ty.promoted().is_signed() {
            (a, b) = (self.as_small_int(a), self.as_small_int(b));
        }
        let text = format!("{} ? {} : {}", self.bracketed_condition(depth), a.operand(), b.operand());
        Expression::new(text, a.ty.common(b.ty), (a.low.min(b.low), a.high.max(b.high)))
    }

    pub fn bracketed_condition(&mut self, depth: usize) -> String {
        format!("({})", self.condition(depth))
    }

    pub fn sign(&mut self, depth: usize) -> Expression {
        let e = self.integer(depth);
        let ty = e.ty.promoted();
        let (operator, range) = match self.random.below(2) {
            0 => ("-", (-e.high, -e.low)),
            _ => ("~", (-e.high - 1, -e.low - 1)),
        };
        // The least number of a type has no opposite in it.
        if ty.is_signed() && (range.0 < ty.limits().0 || ty.limits().1 < range.1) {
            return e;
        }
        Expression::new(format!("{operator}{}", e.operand()), ty, converted(range.0, range.1, ty))
    }

    pub fn cast(&mut self, depth: usize) -> Expression {
        let e = self.integer(depth);
        let ty = self.random.take(&types::ALL[..12]);
        let name = self.random.pick(ty.spellings());
        if ty == Type::Bool {
            return Expression::new(format!("({name}){}", e.operand()), ty, (0, 1));
        }
        let e = if ty.is_signed() { self.fit(e, ty.storable()) } else { e };
        let range = converted(e.low, e.high, ty);
        Expression::new(format!("({name}){}", e.operand()), ty, range)
    }
}
