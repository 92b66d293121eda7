//! Special registers: arrays that a warp's or a launch's base points to.

use super::cells::{Cell, LAUNCH, WARP, cell};
use crate::ptx::Special;

/// Registers of a warp, by their place.
pub const TID: u32 = 0;
pub const LANE: u32 = 3;
pub const WARP_NUMBER: u32 = 4;
pub const CTAID: u32 = 5;
pub const MULTIPROCESSOR: u32 = 8;
pub const LANE_MASKS: u32 = 9;
pub const WARP_WORDS: u32 = 14 * 32;

/// Registers of a launch.
pub const NTID: u32 = 0;
pub const NCTAID: u32 = 3;
pub const WARPS: u32 = 6;
pub const MULTIPROCESSORS: u32 = 7;
pub const DYNAMIC_SHARED: u32 = 8;
pub const TOTAL_SHARED: u32 = 9;
pub const ZERO: u32 = 10;
pub const ONE: u32 = 11;
pub const WORKSPACE_HIGH: u32 = 12;
pub const WORKSPACE_LOW: u32 = 13;
/// Two places: it has 64 bits.
pub const GRID: u32 = 14;
pub const LAUNCH_WORDS: u32 = 16 * 32;

/// Where a special register is, and whether it has 64 bits; none for clocks.
pub fn place(special: Special) -> Option<(Cell, bool)> {
    let warp = |place: u32| Some((cell(WARP, place * 32), false));
    let launch = |place: u32| Some((cell(LAUNCH, place * 32), false));
    match special {
        Special::Tid(axis) => warp(TID + u32::from(axis)),
        Special::Laneid => warp(LANE),
        Special::Warpid => warp(WARP_NUMBER),
        // Without clusters every block is a cluster of its own.
        Special::Ctaid(axis) | Special::Clusterid(axis) => warp(CTAID + u32::from(axis)),
        Special::Smid => warp(MULTIPROCESSOR),
        Special::LanemaskEq => warp(LANE_MASKS),
        Special::LanemaskLe => warp(LANE_MASKS + 1),
        Special::LanemaskLt => warp(LANE_MASKS + 2),
        Special::LanemaskGe => warp(LANE_MASKS + 3),
        Special::LanemaskGt => warp(LANE_MASKS + 4),
        Special::Ntid(axis) => launch(NTID + u32::from(axis)),
        Special::Nctaid(axis) | Special::Nclusterid(axis) => launch(NCTAID + u32::from(axis)),
        Special::Nwarpid => launch(WARPS),
        Special::Nsmid => launch(MULTIPROCESSORS),
        Special::DynamicSharedSize => launch(DYNAMIC_SHARED),
        Special::TotalSharedSize => launch(TOTAL_SHARED),
        Special::ClusterCtaid(_) | Special::ClusterCtarank | Special::IsExplicitCluster => launch(ZERO),
        Special::ClusterNctaid(_) | Special::ClusterNctarank => launch(ONE),
        // The workspace of a cooperative launch.
        Special::Envreg(1) => launch(WORKSPACE_HIGH),
        Special::Envreg(2) => launch(WORKSPACE_LOW),
        Special::Envreg(_) => launch(ZERO),
        Special::Gridid => Some((cell(LAUNCH, GRID * 32), true)),
        Special::Clock
        | Special::ClockHi
        | Special::Clock64
        | Special::Globaltimer
        | Special::GlobaltimerLo
        | Special::GlobaltimerHi => None,
    }
}
