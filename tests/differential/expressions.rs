//! Expressions, made together with the interval of their values.
//!
//! Each operator works out where its result lies, as C computes it, and takes
//! smaller operands where it would overflow. So no expression has undefined
//! behaviour, whatever its variables hold. Floating-point expressions know their
//! digits behind the point as well, and stay exact.

use super::generator::Generator;
use super::memory::{Array, Place, is_readable};
use super::types::{self, Type};

#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    pub ty: Type,
    pub low: i128,
    pub high: i128,
    /// Binary digits behind the point.
    pub fraction: u32,
    /// Whether it may be an operand without brackets.
    pub is_primary: bool,
}

impl Expression {
    pub fn new(text: String, ty: Type, (low, high): (i128, i128)) -> Self {
        Self { text, ty, low, high, fraction: ty.fraction(), is_primary: false }
    }

    pub fn primary(text: String, ty: Type, range: (i128, i128)) -> Self {
        Self { is_primary: true, ..Self::new(text, ty, range) }
    }

    pub fn operand(&self) -> String {
        if self.is_primary { self.text.clone() } else { format!("({})", self.text) }
    }

    fn within(&self, (low, high): (i128, i128)) -> bool {
        low <= self.low && self.high <= high
    }

    /// Whether all of its values have all their digits in `ty`.
    pub fn is_exact(&self, ty: Type) -> bool {
        let digits = if ty == Type::Float { 24 } else { 53 };
        let largest = self.low.unsigned_abs().max(self.high.unsigned_abs());
        self.fraction < digits && largest < 1 << (digits - self.fraction)
    }
}

impl Generator<'_> {
    /// The expression, changed where its values do not all lie in the interval.
    pub fn fit(&mut self, e: Expression, range: (i128, i128)) -> Expression {
        if e.within(range) {
            return e;
        }
        let (low, high) = range;
        let modulus = (high + 1).min(self.random.take(&[7, 10, 64, 100, 1000]));
        let e_low = e.low.max(-(1 << 70));
        if e_low >= 0 && low <= 0 {
            let (mask, text) = (modulus & (modulus - 1), e.operand());
            if mask == 0 && self.random.one_in(2) {
                return Expression::new(
                    format!("{text} & {}", modulus - 1),
                    e.ty.promoted(),
                    (0, modulus - 1),
                );
            }
            return Expression::new(format!("{text} % {modulus}"), e.ty.promoted(), (0, modulus - 1));
        }
        if low <= 1 - modulus {
            return Expression::new(
                format!("{} % {modulus}", e.operand()),
                e.ty.promoted(),
                (1 - modulus, modulus - 1),
            );
        }
        let (cast, ty) = match e.ty.size() {
            8 => ("unsigned long", Type::ULong),
            _ => ("unsigned", Type::UInt),
        };
        Expression::new(format!("({cast}){} % {modulus}u", e.operand()), ty, (low.max(0), modulus - 1))
    }

    /// An integer from 0 to `count - 1`, to index with.
    pub fn index(&mut self, count: usize, depth: usize) -> String {
        let count = i128::try_from(count).expect("small");
        if self.random.one_in(3) {
            return self.random.between(0, count - 1).to_string();
        }
        let e = self.integer(depth);
        let e = self.fit(e, (0, count - 1));
        // As an index a char is warned of.
        if e.ty == Type::Char && e.is_primary { format!("(int){}", e.text) } else { e.text }
    }

    pub fn literal(&mut self, (low, high): (i128, i128)) -> Expression {
        let value = match self.random.below(6) {
            0 => self.random.between(low, high),
            _ => self.random.between(low.max(-9), high.min(30).max(low.max(-9))),
        };
        self.constant(value)
    }

    pub fn constant(&mut self, value: i128) -> Expression {
        if let Some((name, _)) = types::ENUMERATORS.iter().find(|(_, known)| *known == value)
            && self.random.one_in(5)
        {
            return Expression::primary((*name).to_owned(), Type::Int, (value, value));
        }
        let magnitude = value.unsigned_abs();
        let (suffix, ty) = if magnitude > 0xffff_ffff_ffff {
            if value < 0 { ("L", Type::Long) } else { ("UL", Type::ULong) }
        } else if magnitude > 0x7fff_ffff {
            ("L", Type::Long)
        } else if value >= 0 {
            let forms =
                [("", Type::Int), ("", Type::Int), ("", Type::Int), ("u", Type::UInt), ("L", Type::Long)];
            self.random.take(&forms)
        } else {
            ("", Type::Int)
        };
        let digits = match self.random.below(8) {
            0 if magnitude > 0 => format!("0x{magnitude:x}"),
            1 if magnitude > 0 => format!("0{magnitude:o}"),
            2 if (65..=90).contains(&value) && suffix.is_empty() => {
                format!("'{}'", char::from(u8::try_from(value).expect("a letter")))
            }
            _ => magnitude.to_string(),
        };
        let sign = if value < 0 { "-" } else { "" };
        let mut e = Expression::new(format!("{sign}{digits}{suffix}"), ty, (value, value));
        e.is_primary = value >= 0;
        e
    }

    fn read(&mut self, place: &Place) -> Expression {
        self.touch(place.memory, &place.roots);
        let mut e = Expression::primary(place.text.clone(), place.ty, place.readable);
        e.is_primary = !place.text.starts_with('*');
        // A bit-field that fits in an int is promoted to int.
        if place.is_bit_field && place.readable != Type::UInt.limits() {
            e.ty = Type::Int;
        }
        e
    }

    pub fn element(&mut self, array: &Array, depth: usize) -> Place {
        self.touch(array.memory, &array.roots);
        let mut text = array.text.clone();
        for &dimension in &array.dimensions {
            let index = self.index(dimension, depth.saturating_sub(1));
            text = if self.random.one_in(12) && text.chars().all(|c| c.is_alphanumeric()) {
                format!("ELEMENT({text}, {index})")
            } else if self.random.one_in(20) && array.dimensions.len() == 1 && !text.contains(['*', '&']) {
                format!("(*({text} + ({index})))")
            } else {
                format!("{text}[{index}]")
            };
        }
        Place {
            text,
            roots: array.roots.clone(),
            memory: array.memory,
            ty: array.ty,
            readable: array.ty.readable(),
            storable: array.ty.storable(),
            is_bit_field: false,
        }
    }

    /// Something of one of the types that can be read here.
    pub fn variable(&mut self, wanted: impl Fn(Type) -> bool, depth: usize) -> Option<Expression> {
        let places = self.know.places_with(|place, access| wanted(place.ty) && is_readable(access));
        let arrays = self.know.arrays_with(|array, access| wanted(array.ty) && is_readable(access));
        if arrays.is_empty() || (!places.is_empty() && self.random.below(5) < 3) {
            let place = places[self.random.index(&places)?].clone();
            return Some(self.read(&place));
        }
        let array = arrays[self.random.index(&arrays)?].clone();
        let place = self.element(&array, depth);
        Some(self.read(&place))
    }

    /// A condition: anything that is compared with zero, in a form that says so.
    pub fn condition(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => {
                let e = self.integer(depth);
                format!("{} != 0", e.operand())
            }
            1 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                let operator = self.random.pick(&["&&", "||"]);
                format!("({a}) {operator} ({b})")
            }
            2 if self.random.one_in(2) => {
                let (a, b) = (self.real(1), self.real(1));
                let operator = self.random.pick(&["<", ">", "<=", ">="]);
                format!("{} {operator} {}", a.operand(), b.operand())
            }
            _ => self.comparison(depth).text,
        }
    }

    fn comparison(&mut self, depth: usize) -> Expression {
        let (mut a, mut b) = (self.integer(depth.saturating_sub(1)), self.literal((1, 90)));
        if self.random.one_in(3) {
            b = self.integer(depth.saturating_sub(1));
        }
        if a.ty.promoted().is_signed() != b.ty.promoted().is_signed() {
            (a, b) = (self.as_small_int(a), self.as_small_int(b));
        }
        let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        Expression::new(format!("{} {operator} {}", a.operand(), b.operand()), Type::Int, (0, 1))
    }

    pub fn as_small_int(&mut self, e: Expression) -> Expression {
        let e = self.fit(e, (-999, 999));
        Expression::new(format!("(int){}", e.operand()), Type::Int, (e.low, e.high))
    }

    pub fn integer(&mut self, depth: usize) -> Expression {
        if depth == 0 || self.random.one_in(5) {
            if self.random.one_in(4) {
                return self.literal((-50, 5000));
            }
            let read = self.variable(|ty| !ty.is_floating(), depth.saturating_sub(1));
            return read.unwrap_or_else(|| self.literal((-50, 5000)));
        }
        let less = depth - 1;
        match self.random.below(24) {
            0..=8 => self.arithmetic(less),
            9 | 10 => self.division(less),
            11 => self.shift(less),
            12 => self.comparison(less),
            13 => {
                let text = self.condition(less);
                let not = self.random.one_in(2);
                Expression::new(if not { format!("!({text})") } else { text }, Type::Int, (0, 1))
            }
            14 | 15 => self.choice(less),
            16 => self.sign(less),
            17 | 18 => self.cast(less),
            19 => self.size_of(),
            20 => {
                let e = self.real(less);
                let e = if e.low.min(-e.high) < -(1 << 30) { self.real_literal() } else { e };
                Expression::new(format!("(int){}", e.operand()), Type::Int, (e.low, e.high))
            }
            21 => {
                let (a, b) = (self.integer(less), self.integer(less));
                // gcc 12 fails on commas between constants.
                if b.low == b.high {
                    return b;
                }
                Expression { text: format!("({}, {})", a.text, b.operand()), is_primary: true, ..b }
            }
            22 => self.macro_use(less),
            _ => self.call(less),
        }
    }

    fn size_of(&mut self) -> Expression {
        let ty = self.random.take(&types::ALL);
        let size = i128::try_from(ty.size()).expect("small");
        let name = self.random.pick(ty.spellings());
        if self.random.one_in(3)
            && let Some(e) = self.variable(|_| true, 0)
        {
            let size = i128::try_from(e.ty.size()).expect("small");
            if !e.text.contains('.') && !e.text.contains("->") {
                return Expression::new(format!("sizeof {}", e.operand()), Type::ULong, (size, size));
            }
        }
        Expression::primary(format!("sizeof({name})"), Type::ULong, (size, size))
    }

    fn macro_use(&mut self, depth: usize) -> Expression {
        let (a, b) = (self.integer(depth), self.integer(depth));
        let (a, b) = (self.as_small_int(a), self.as_small_int(b));
        let (low, high) = match self.random.below(3) {
            0 => return Expression::primary(format!("SQUARE({})", a.text), Type::Int, (-998_001, 998_001)),
            1 => (a.low.max(b.low), a.high.max(b.high)),
            _ => {
                let range = (a.low.min(b.low), a.high.min(b.high));
                return Expression::primary(format!("MIN({}, {})", a.text, b.text), Type::Int, range);
            }
        };
        Expression::primary(format!("MAX({}, {})", a.text, b.text), Type::Int, (low, high))
    }

    /// An expression that may be assigned to a place of this type and range.
    pub fn value(&mut self, ty: Type, storable: (i128, i128), depth: usize) -> Expression {
        if ty.is_floating() {
            if self.random.one_in(3) {
                let e = self.integer(depth);
                return self.fit(e, (-1000, 1000));
            }
            let e = self.real(depth);
            if e.fraction <= ty.fraction() && e.within(storable) {
                return e;
            }
            let e = self.integer(depth);
            let e = self.fit(e, (-1000, 1000));
            return Expression::new(format!("{} * 0.5", e.operand()), Type::Double, (-500, 500));
        }
        let e = self.integer(depth);
        if e.low == e.high || ty.is_signed() || ty == Type::Enum || storable != ty.limits() {
            return self.fit(e, storable);
        }
        if ty == Type::Bool {
            Expression { is_primary: false, text: format!("{} != 0", e.operand()), ..e }
        } else {
            e
        }
    }

    /// A constant of an arithmetic type, written as one.
    pub fn as_type(&mut self, e: Expression, ty: Type) -> String {
        format!("({}){}", ty.spellings()[0], e.operand())
    }

    pub fn value_of(&mut self, place: &Place, depth: usize) -> String {
        self.value(place.ty, place.storable, depth).text
    }
}
