//! Floating-point expressions, all of whose values are exact: sums and products may be
//! taken in any order.

use super::expressions::Expression;
use super::generator::Generator;
use super::types::Type;

impl Generator<'_> {
    pub fn real_literal(&mut self) -> Expression {
        let eighths = self.random.between(-40, 200);
        let value = eighths as f64 / 8.0;
        let mut e =
            Expression::new(format!("{value:?}"), Type::Double, (eighths.div_euclid(8), eighths / 8 + 1));
        e.is_primary = eighths >= 0;
        e
    }

    /// A floating-point expression, or an integer one that is converted.
    pub fn real(&mut self, depth: usize) -> Expression {
        if depth == 0 || self.random.one_in(4) {
            if self.random.one_in(3) {
                return self.real_literal();
            }
            return self.variable(Type::is_floating, depth).unwrap_or_else(|| self.real_literal());
        }
        let less = depth - 1;
        let (a, b) = (self.real(less), self.real(less));
        let ty = a.ty.common(b.ty);
        let mut e = match self.random.below(6) {
            0 => {
                let e = self.integer(less);
                let e = self.fit(e, (-5000, 5000));
                Expression {
                    text: format!("(double){}", e.operand()),
                    ty: Type::Double,
                    fraction: 0,
                    is_primary: false,
                    ..e
                }
            }
            1 => {
                let all = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
                let range = (*all.iter().min().expect("four"), *all.iter().max().expect("four"));
                let mut e = Expression::new(format!("{} * {}", a.operand(), b.operand()), ty, range);
                e.fraction = a.fraction + b.fraction;
                e
            }
            2 => {
                let text = format!("{} ? {} : {}", self.bracketed_condition(less), a.operand(), b.operand());
                Expression::new(text, ty, (a.low.min(b.low), a.high.max(b.high)))
            }
            3 => {
                let largest = a.high.max(-a.low);
                Expression::primary(format!("fabs({})", a.text), Type::Double, (0, largest))
            }
            4 => Expression::new(
                format!("{} - {}", a.operand(), b.operand()),
                ty,
                (a.low - b.high, a.high - b.low),
            ),
            _ => Expression::new(
                format!("{} + {}", a.operand(), b.operand()),
                ty,
                (a.low + b.low, a.high + b.high),
            ),
        };
        e.fraction = e.fraction.max(a.fraction).max(b.fraction);
        if e.is_exact(e.ty) { e } else { self.real_literal() }
    }
}
