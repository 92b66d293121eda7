//! How many blocks a multiprocessor of compute capability 9.0 holds (CUDA C++ Programming Guide, "Compute Capabilities").

use crate::interface::Settings;

/// Registers of a multiprocessor, which its four parts share evenly.
pub const REGISTERS: u32 = 65536;
const PARTS: u32 = 4;
/// A warp's registers come in such pieces.
const REGISTER_UNIT: u32 = 256;
/// What each block's shared memory is rounded up to, and what CUDA itself takes of it.
const SHARED_UNIT: u32 = 128;
pub const SHARED_RESERVED: u32 = 1024;
pub const WARP: u32 = 32;

/// What of a kernel decides it.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    pub registers: u32,
    pub static_shared: u32,
    pub max_threads: u32,
    /// Dynamic shared memory that a block may have.
    pub most_shared: u32,
}

impl Needs {
    /// The warps whose registers a multiprocessor has.
    fn warps(&self) -> u32 {
        let each = (self.registers.max(1) * WARP).next_multiple_of(REGISTER_UNIT);
        REGISTERS / PARTS / each * PARTS
    }

    /// The largest block that can be launched.
    pub fn largest_block(&self, settings: &Settings) -> u32 {
        self.max_threads.min(self.warps() * WARP).min(settings.threads_per_block)
    }

    /// How many blocks of so many threads, each with so much dynamic shared memory, a multiprocessor holds.
    pub fn blocks(&self, settings: &Settings, threads: u32, shared: u32) -> u32 {
        if threads == 0 || threads > self.largest_block(settings) || shared > self.most_shared {
            return 0;
        }
        let warps = threads.div_ceil(WARP);
        let shared = (self.static_shared + shared + SHARED_RESERVED).next_multiple_of(SHARED_UNIT);
        (settings.threads_per_multiprocessor / (warps * WARP))
            .min(settings.blocks_per_multiprocessor)
            .min(self.warps() / warps)
            .min(settings.shared_per_multiprocessor / shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEEDS: Needs = Needs { registers: 32, static_shared: 0, max_threads: 1024, most_shared: 48 << 10 };

    #[test]
    fn each_limit_counts() {
        let settings = Settings::default();
        let blocks = |needs: Needs, threads, shared| needs.blocks(&settings, threads, shared);
        assert_eq!(blocks(NEEDS, 256, 0), 8);
        assert_eq!(blocks(NEEDS, 32, 0), 32);
        assert_eq!(blocks(Needs { registers: 33, ..NEEDS }, 256, 0), 6);
        assert_eq!(blocks(Needs { registers: 128, ..NEEDS }, 1024, 0), 0);
        assert_eq!(blocks(Needs { registers: 128, ..NEEDS }, 512, 0), 1);
        assert_eq!(blocks(NEEDS, 256, 48 << 10), 4);
        assert_eq!(blocks(NEEDS, 256, (48 << 10) + 1), 0);
        assert_eq!(blocks(NEEDS, 1025, 0), 0);
    }

    #[test]
    fn registers_and_bounds_limit_blocks() {
        let settings = Settings::default();
        assert_eq!(Needs { registers: 255, ..NEEDS }.largest_block(&settings), 256);
        assert_eq!(Needs { max_threads: 128, ..NEEDS }.largest_block(&settings), 128);
    }
}
