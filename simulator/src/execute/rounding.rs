//! Arithmetic that rounds towards zero, down or up.
//!
//! The result is computed to the nearest, then the sign of what it is off by
//! tells whether its neighbour is meant.

/// A direction of rounding: which neighbour a result moves to, if the exact
/// one is less or greater.
pub trait Rounding {
    fn adjust<T: Float>(nearest: T, off: T) -> T;
}

pub struct Zero;
pub struct Down;
pub struct Up;

impl Rounding for Zero {
    fn adjust<T: Float>(nearest: T, off: T) -> T {
        if off.positive() && nearest.negative_number() {
            nearest.up()
        } else if off.negative() && nearest.positive() {
            nearest.down()
        } else {
            nearest
        }
    }
}

impl Rounding for Down {
    fn adjust<T: Float>(nearest: T, off: T) -> T {
        if off.negative() { nearest.down() } else { nearest }
    }
}

impl Rounding for Up {
    fn adjust<T: Float>(nearest: T, off: T) -> T {
        if off.positive() { nearest.up() } else { nearest }
    }
}

/// What the functions below need of `f32` and `f64`.
pub trait Float:
    Copy
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    fn fused(self, b: Self, c: Self) -> Self;
    fn root(self) -> Self;
    fn up(self) -> Self;
    fn down(self) -> Self;
    fn positive(self) -> bool;
    fn negative(self) -> bool;
    fn negative_number(self) -> bool {
        self.negative()
    }
    fn finite(self) -> bool;
    fn largest() -> Self;
    fn zero_of(self) -> bool;
}

macro_rules! float {
    ($kind:ty) => {
        impl Float for $kind {
            fn fused(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            fn root(self) -> Self {
                self.sqrt()
            }
            fn up(self) -> Self {
                self.next_up()
            }
            fn down(self) -> Self {
                self.next_down()
            }
            fn positive(self) -> bool {
                self > 0.0
            }
            fn negative(self) -> bool {
                self < 0.0
            }
            fn finite(self) -> bool {
                self.is_finite()
            }
            fn largest() -> Self {
                Self::MAX
            }
            fn zero_of(self) -> bool {
                self == 0.0
            }
        }
    };
}
float!(f32);
float!(f64);

/// A sum and what it is off by, exactly.
fn two_sum<T: Float>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Adjusts an overflow: the exact result was finite.
fn settle<T: Float, R: Rounding>(nearest: T, off: T, finite: bool) -> T {
    if nearest.finite() {
        return R::adjust(nearest, off);
    }
    if !finite {
        return nearest;
    }
    // The exact result lies between the largest number and infinity.
    if nearest.positive() { R::adjust(nearest, -T::largest()) } else { R::adjust(nearest, T::largest()) }
}

pub fn add<T: Float, R: Rounding>(a: T, b: T) -> T {
    let (sum, off) = two_sum(a, b);
    settle::<T, R>(sum, off, a.finite() && b.finite())
}

pub fn multiply<T: Float, R: Rounding>(a: T, b: T) -> T {
    let product = a * b;
    let mut off = a.fused(b, -product);
    if off.zero_of() && product.zero_of() && !a.zero_of() && !b.zero_of() {
        off = if a.positive() == b.positive() { T::largest() } else { -T::largest() };
    }
    settle::<T, R>(product, off, a.finite() && b.finite())
}

pub fn divide<T: Float, R: Rounding>(a: T, b: T) -> T {
    let quotient = a / b;
    // What is left over has the sign of the error times that of the divisor.
    let rest = -quotient.fused(b, -a);
    let off = if b.negative() { -rest } else { rest };
    settle::<T, R>(quotient, off, a.finite() && b.finite() && !b.zero_of())
}

pub fn root<T: Float, R: Rounding>(a: T) -> T {
    let root = a.root();
    settle::<T, R>(root, -root.fused(root, -a), a.finite())
}

pub fn fused<T: Float, R: Rounding>(a: T, b: T, c: T) -> T {
    let nearest = a.fused(b, c);
    let product = a * b;
    let rest = a.fused(b, -product);
    let (sum, low) = two_sum(product, c);
    let (tail, _) = two_sum(low, rest);
    let (off, more) = two_sum(sum - nearest, tail);
    settle::<T, R>(nearest, off + more, a.finite() && b.finite() && c.finite())
}
