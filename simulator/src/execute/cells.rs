//! Registers of a warp, and how plain instructions work on them.
//!
//! A register is an array with an element for each of the warp's 32 threads,
//! so that an instruction is one loop. Registers of up to 32 bits take 32
//! words, those of 64 bits take 64; a predicate is one word with a bit for
//! each thread. Constants are arrays too, so that every operand is one.

use std::mem::MaybeUninit;

/// Place of a register: a base in its two highest bits, then words.
pub type Cell = u32;

/// Bases that a [`Cell`] may count from.
pub const FRAME: u32 = 0;
pub const CONSTANTS: u32 = 1;
pub const WARP: u32 = 2;
pub const LAUNCH: u32 = 3;

/// In a predicate operand: it is negated.
pub const NEGATED: u32 = 1 << 29;

const OFFSET: u32 = (1 << 29) - 1;

pub const fn cell(base: u32, words: u32) -> Cell {
    base << 30 | words
}

pub type Operands = [Cell; 5];

/// Executes a plain instruction for the threads in [`Cells::mask`].
///
/// # Safety
///
/// The operands lie within what the bases point to.
pub type Exec = unsafe fn(&Cells, &Operands);

/// Where the registers are while a group of threads runs.
pub struct Cells {
    pub bases: [*mut u32; 4],
    pub mask: u32,
}

impl Cells {
    /// # Safety
    ///
    /// The cell lies within what its base points to.
    #[inline(always)]
    pub unsafe fn at(&self, cell: Cell) -> *mut u32 {
        unsafe { self.bases[(cell >> 30) as usize].add((cell & OFFSET) as usize) }
    }

    /// The threads for which a predicate holds.
    ///
    /// # Safety
    ///
    /// As [`Self::at`].
    #[inline(always)]
    pub unsafe fn predicate(&self, cell: Cell) -> u32 {
        let bits = unsafe { *self.at(cell) };
        if cell & NEGATED != 0 { !bits } else { bits }
    }

    /// # Safety
    ///
    /// As [`Self::at`].
    #[inline(always)]
    pub unsafe fn set_predicate(&self, cell: Cell, bits: u32) {
        unsafe {
            let place = self.at(cell);
            *place = (*place & !self.mask) | (bits & self.mask);
        }
    }
}

/// A value that a register holds.
pub trait Value: Copy {
    /// # Safety
    ///
    /// `register` is a register wide enough, `lane` is below 32.
    unsafe fn read(register: *const u32, lane: usize) -> Self;
    /// # Safety
    ///
    /// As [`Self::read`].
    unsafe fn write(self, register: *mut u32, lane: usize);
}

macro_rules! narrow {
    ($($kind:ty, $unsigned:ty;)*) => { $(
        impl Value for $kind {
            #[inline(always)]
            unsafe fn read(register: *const u32, lane: usize) -> Self {
                unsafe { *register.add(lane) as $kind }
            }
            #[inline(always)]
            unsafe fn write(self, register: *mut u32, lane: usize) {
                unsafe { *register.add(lane) = u32::from(self as $unsigned) }
            }
        }
    )* };
}
narrow! { u8, u8; i8, u8; u16, u16; i16, u16; u32, u32; i32, u32; }

macro_rules! wide {
    ($($kind:ty,)*) => { $(
        impl Value for $kind {
            #[inline(always)]
            unsafe fn read(register: *const u32, lane: usize) -> Self {
                unsafe { register.cast::<u64>().add(lane).read() as $kind }
            }
            #[inline(always)]
            unsafe fn write(self, register: *mut u32, lane: usize) {
                unsafe { register.cast::<u64>().add(lane).write(self as u64) }
            }
        }
    )* };
}
wide! { u64, i64, }

impl Value for f32 {
    #[inline(always)]
    unsafe fn read(register: *const u32, lane: usize) -> Self {
        unsafe { f32::from_bits(*register.add(lane)) }
    }
    #[inline(always)]
    unsafe fn write(self, register: *mut u32, lane: usize) {
        unsafe { *register.add(lane) = self.to_bits() }
    }
}

impl Value for f64 {
    #[inline(always)]
    unsafe fn read(register: *const u32, lane: usize) -> Self {
        unsafe { f64::from_bits(register.cast::<u64>().add(lane).read()) }
    }
    #[inline(always)]
    unsafe fn write(self, register: *mut u32, lane: usize) {
        unsafe { register.cast::<u64>().add(lane).write(self.to_bits()) }
    }
}

/// Calls `each` with the number of every thread in `mask`.
#[inline(always)]
pub fn lanes(mut mask: u32, mut each: impl FnMut(usize)) {
    while mask != 0 {
        each(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// Fills the destination; all results are there before the first is written,
/// so that the compiler may work on several at once.
#[inline(always)]
unsafe fn fill<R: Value>(cells: &Cells, destination: Cell, result: impl Fn(usize) -> R) {
    unsafe {
        let destination = cells.at(destination);
        if cells.mask == !0 {
            let mut results = [const { MaybeUninit::<R>::uninit() }; 32];
            for (lane, slot) in results.iter_mut().enumerate() {
                slot.write(result(lane));
            }
            for (lane, value) in results.iter().enumerate() {
                value.assume_init().write(destination, lane);
            }
        } else {
            lanes(cells.mask, |lane| result(lane).write(destination, lane));
        }
    }
}

/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn map1<A: Value, R: Value>(cells: &Cells, o: &Operands, f: impl Fn(A) -> R) {
    unsafe {
        let a = cells.at(o[1]);
        fill(cells, o[0], |lane| f(A::read(a, lane)));
    }
}

/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn map2<A: Value, B: Value, R: Value>(cells: &Cells, o: &Operands, f: impl Fn(A, B) -> R) {
    unsafe {
        let (a, b) = (cells.at(o[1]), cells.at(o[2]));
        fill(cells, o[0], |lane| f(A::read(a, lane), B::read(b, lane)));
    }
}

/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn map3<A: Value, B: Value, C: Value, R: Value>(
    cells: &Cells,
    o: &Operands,
    f: impl Fn(A, B, C) -> R,
) {
    unsafe {
        let (a, b, c) = (cells.at(o[1]), cells.at(o[2]), cells.at(o[3]));
        fill(cells, o[0], |lane| f(A::read(a, lane), B::read(b, lane), C::read(c, lane)));
    }
}

/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn map4<A: Value, B: Value, C: Value, D: Value, R: Value>(
    cells: &Cells,
    o: &Operands,
    f: impl Fn(A, B, C, D) -> R,
) {
    unsafe {
        let (a, b, c, d) = (cells.at(o[1]), cells.at(o[2]), cells.at(o[3]), cells.at(o[4]));
        fill(cells, o[0], |lane| f(A::read(a, lane), B::read(b, lane), C::read(c, lane), D::read(d, lane)));
    }
}

/// The threads for which `f` holds of two operands.
///
/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn test2<A: Value, B: Value>(cells: &Cells, a: Cell, b: Cell, f: impl Fn(A, B) -> bool) -> u32 {
    unsafe {
        let (a, b) = (cells.at(a), cells.at(b));
        let mut bits = 0;
        if cells.mask == !0 {
            for lane in 0..32 {
                bits |= u32::from(f(A::read(a, lane), B::read(b, lane))) << lane;
            }
        } else {
            lanes(cells.mask, |lane| bits |= u32::from(f(A::read(a, lane), B::read(b, lane))) << lane);
        }
        bits
    }
}

/// Copies to the destination what `choose` picks.
///
/// # Safety
///
/// As [`Exec`].
#[inline(always)]
pub unsafe fn select<T: Value>(cells: &Cells, o: &Operands, bits: u32) {
    unsafe {
        let (a, b) = (cells.at(o[1]), cells.at(o[2]));
        fill(cells, o[0], |lane| {
            let (yes, no) = (T::read(a, lane), T::read(b, lane));
            if bits >> lane & 1 != 0 { yes } else { no }
        });
    }
}

/// A function that works on every thread's operands: `exec!(|a: u32, b: u32| -> u32 { a + b })`.
macro_rules! exec {
    (|$a:ident: $A:ty| -> $R:ty $body:block) => {{
        unsafe fn exec(cells: &$crate::execute::cells::Cells, o: &$crate::execute::cells::Operands) {
            unsafe { $crate::execute::cells::map1::<$A, $R>(cells, o, |$a| $body) }
        }
        exec as $crate::execute::cells::Exec
    }};
    (|$a:ident: $A:ty, $b:ident: $B:ty| -> $R:ty $body:block) => {{
        unsafe fn exec(cells: &$crate::execute::cells::Cells, o: &$crate::execute::cells::Operands) {
            unsafe { $crate::execute::cells::map2::<$A, $B, $R>(cells, o, |$a, $b| $body) }
        }
        exec as $crate::execute::cells::Exec
    }};
    (|$a:ident: $A:ty, $b:ident: $B:ty, $c:ident: $C:ty| -> $R:ty $body:block) => {{
        unsafe fn exec(cells: &$crate::execute::cells::Cells, o: &$crate::execute::cells::Operands) {
            unsafe { $crate::execute::cells::map3::<$A, $B, $C, $R>(cells, o, |$a, $b, $c| $body) }
        }
        exec as $crate::execute::cells::Exec
    }};
    (|$a:ident: $A:ty, $b:ident: $B:ty, $c:ident: $C:ty, $d:ident: $D:ty| -> $R:ty $body:block) => {{
        unsafe fn exec(cells: &$crate::execute::cells::Cells, o: &$crate::execute::cells::Operands) {
            unsafe { $crate::execute::cells::map4::<$A, $B, $C, $D, $R>(cells, o, |$a, $b, $c, $d| $body) }
        }
        exec as $crate::execute::cells::Exec
    }};
}

/// Picks by the type of an instruction: `per_type!(kind, T: [U32 u32, S32 i32] => exec!(…))`.
macro_rules! per_type {
    ($kind:expr, $T:ident: [$($K:ident $type:ty),* $(,)?] => $body:expr) => {
        match $kind {
            $($crate::ptx::Type::$K => {
                #[allow(dead_code)]
                type $T = $type;
                Some($body)
            })*
            _ => None,
        }
    };
}

pub(crate) use {exec, per_type};
