//! A block: its warps, shared memory and barriers.

use super::cells::lanes;
use super::special;
use super::warp::{Wait, Warp};
use crate::interface::Extent;

/// A barrier in the course of being reached (PTX ISA 9.7.13.1).
#[derive(Clone, Copy, Debug, Default)]
pub struct Barrier {
    /// How many threads take part, if the instruction says so.
    pub expected: Option<u32>,
    /// Threads that arrived and did not wait.
    pub arrived: u32,
    /// Of `bar.red`: threads whose predicate held, and all of them.
    pub held: u32,
    pub counted: u32,
}

pub struct Block {
    /// Number in the grid.
    pub number: u64,
    pub index: Extent,
    pub warps: Vec<Warp>,
    pub shared: Vec<u128>,
    pub barriers: [Barrier; 16],
    /// The warp whose turn it is.
    pub turn: usize,
}

impl Block {
    pub fn new() -> Self {
        Block {
            number: 0,
            index: [0; 3],
            warps: Vec::new(),
            shared: Vec::new(),
            barriers: [Barrier::default(); 16],
            turn: 0,
        }
    }

    /// Coordinates of a thread from its number in the block.
    pub fn thread(extent: Extent, number: u32) -> Extent {
        [number % extent[0], number / extent[0] % extent[1], number / extent[0] / extent[1]]
    }

    /// Fills the special registers of a warp.
    pub fn identify(&mut self, warp: usize, extent: Extent, multiprocessor: u32) {
        let index = self.index;
        let special = self.warps[warp].special();
        let set = |place: u32, lane: usize, value: u32| {
            // SAFETY: the places and lanes are within the array of special registers.
            unsafe { *special.add(place as usize * 32 + lane) = value };
        };
        for lane in 0..32 {
            let thread = Self::thread(extent, warp as u32 * 32 + lane as u32);
            for axis in 0..3 {
                set(special::TID + axis as u32, lane, thread[axis]);
                set(special::CTAID + axis as u32, lane, index[axis]);
            }
            set(special::LANE, lane, lane as u32);
            set(special::WARP_NUMBER, lane, warp as u32);
            set(special::MULTIPROCESSOR, lane, multiprocessor);
            let own = 1u32 << lane;
            let below = own - 1;
            for (place, mask) in [own, below | own, below, !below, !(below | own)].into_iter().enumerate() {
                set(special::LANE_MASKS + place as u32, lane, mask);
            }
        }
    }

    /// Whether all threads have exited.
    pub fn done(&self) -> bool {
        self.warps.iter().all(|warp| warp.live == 0)
    }

    /// The threads of each warp that wait at a barrier.
    pub fn waiting(&self, barrier: u8) -> impl Iterator<Item = (&Warp, u32)> {
        self.warps.iter().map(move |warp| {
            let at = warp.groups.iter().filter(|group| group.wait == Wait::Barrier(barrier));
            (warp, at.fold(0, |mask, group| mask | group.mask))
        })
    }

    /// What the threads that have not exited wait for, in words.
    pub fn standstill(&self) -> String {
        let mut text = String::new();
        for (number, warp) in self.warps.iter().enumerate() {
            for group in &warp.groups {
                let place = match group.wait {
                    Wait::No => continue,
                    Wait::Barrier(barrier) => format!("at barrier {barrier}"),
                    Wait::Members(members) => format!("for the threads of mask 0x{members:x}"),
                };
                let mut threads = 0;
                lanes(group.mask, |_| threads += 1);
                if !text.is_empty() {
                    text.push_str(", ");
                }
                text.push_str(&format!("{threads} threads of warp {number} {place}"));
                if text.len() > 400 {
                    text.push_str(", …");
                    return text;
                }
            }
        }
        text
    }
}
