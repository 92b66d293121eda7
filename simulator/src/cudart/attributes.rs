//! What the device says of itself: like one of compute capability 9.0.

use std::ffi::c_char;

use super::configuration::{Configuration, Pageable};
use super::launch::{LARGEST_BLOCK, LARGEST_GRID};
use super::occupancy::{REGISTERS, SHARED_RESERVED, WARP};

pub const NAME: &[u8] = b"Simulated device of compute capability 9.0";
pub const MAJOR: i32 = 9;
pub const MINOR: i32 = 0;
/// As of CUDA 13.0.
pub const CUDA_VERSION: i32 = 13000;
const CONSTANT_MEMORY: usize = 64 << 10;
const CACHE: i32 = 50 << 20;
const PITCH: usize = 0x7fff_ffff;

/// The value of a `cudaDeviceAttr`, or none where the number is unknown.
pub fn attribute(configuration: &Configuration, which: i32) -> Option<i32> {
    let settings = &configuration.settings;
    let reaches = configuration.pageable != Pageable::No;
    let host_tables = configuration.pageable == Pageable::HostTables;
    let number = |value: u32| value.cast_signed();
    Some(match which {
        1 => number(settings.threads_per_block),
        2..=4 => number(LARGEST_BLOCK[which as usize - 2]),
        5..=7 => number(LARGEST_GRID[which as usize - 5]),
        8 => number(settings.shared_per_block),
        9 => CONSTANT_MEMORY as i32,
        10 => number(WARP),
        11 => PITCH as i32,
        12 | 82 => number(REGISTERS),
        13 => 1_980_000,
        14 => 512,
        15 | 19 | 31 | 32 | 41 => 1,
        16 => number(settings.multiprocessors),
        17 | 18 | 20 | 33..=35 => 0,
        36 => 2_619_000,
        37 => 5120,
        38 => CACHE,
        39 => number(settings.threads_per_multiprocessor),
        40 => 3,
        51 => 32,
        75 => MAJOR,
        76 => MINOR,
        78..=80 => 1,
        81 => number(settings.shared_per_multiprocessor),
        83 => 1,
        84 | 85 => 0,
        86 => i32::from(configuration.host_atomics || host_tables),
        87 => 2,
        88 => i32::from(reaches),
        89 => i32::from(configuration.concurrent || reaches),
        90 | 91 | 95 => 1,
        97 => number(settings.shared_per_block_optin),
        98 => 0,
        99 => 1,
        100 | 101 => i32::from(host_tables),
        106 => number(settings.blocks_per_multiprocessor),
        108 | 109 => CACHE / 2,
        111 => number(SHARED_RESERVED),
        112 | 114 | 115 => 1,
        113 => i32::from(configuration.register_read_only),
        116..=119 | 121 | 125 => 0,
        120 => 1,
        126 => 4,
        130 => 0,
        131 | 134 => -1,
        21..=30 | 42..=50 | 52..=74 | 77 => 0,
        92..=94 | 96 | 122..=124 | 127..=129 | 132 | 133 | 135..=147 => 0,
        _ => return None,
    })
}

/// `cudaDeviceProp` of CUDA 13.0.
#[repr(C)]
pub struct Properties {
    name: [u8; 256],
    uuid: [u8; 16],
    luid: [c_char; 8],
    luid_device_node_mask: u32,
    total_global_mem: usize,
    shared_mem_per_block: usize,
    regs_per_block: i32,
    warp_size: i32,
    mem_pitch: usize,
    max_threads_per_block: i32,
    max_threads_dim: [i32; 3],
    max_grid_size: [i32; 3],
    total_const_mem: usize,
    major: i32,
    minor: i32,
    texture_alignment: usize,
    texture_pitch_alignment: usize,
    multi_processor_count: i32,
    integrated: i32,
    can_map_host_memory: i32,
    /// Of textures and surfaces, which the device has none of.
    textures: [i32; 39],
    surface_alignment: usize,
    concurrent_kernels: i32,
    ecc_enabled: i32,
    pci: [i32; 3],
    tcc_driver: i32,
    async_engine_count: i32,
    unified_addressing: i32,
    memory_bus_width: i32,
    l2_cache_size: i32,
    persisting_l2_cache_max_size: i32,
    max_threads_per_multi_processor: i32,
    stream_priorities_supported: i32,
    global_l1_cache_supported: i32,
    local_l1_cache_supported: i32,
    shared_mem_per_multiprocessor: usize,
    regs_per_multiprocessor: i32,
    managed_memory: i32,
    is_multi_gpu_board: i32,
    multi_gpu_board_group_id: i32,
    host_native_atomic_supported: i32,
    pageable_memory_access: i32,
    concurrent_managed_access: i32,
    compute_preemption_supported: i32,
    can_use_host_pointer_for_registered_mem: i32,
    cooperative_launch: i32,
    shared_mem_per_block_optin: usize,
    pageable_memory_access_uses_host_page_tables: i32,
    direct_managed_mem_access_from_host: i32,
    max_blocks_per_multi_processor: i32,
    access_policy_max_window_size: i32,
    reserved_shared_mem_per_block: usize,
    host_register_supported: i32,
    /// From `sparseCudaArraySupported` on.
    rest: [i32; 75],
}

const _: () = assert!(size_of::<Properties>() == 1008);
const _: () = assert!(std::mem::offset_of!(Properties, surface_alignment) == 552);
const _: () = assert!(std::mem::offset_of!(Properties, shared_mem_per_multiprocessor) == 624);
const _: () = assert!(std::mem::offset_of!(Properties, host_register_supported) == 704);

impl Properties {
    pub fn new(configuration: &Configuration) -> Self {
        let of = |which| attribute(configuration, which).unwrap_or(0);
        let mut name = [0; 256];
        name[..NAME.len()].copy_from_slice(NAME);
        Self {
            name,
            uuid: [0; 16],
            luid: [0; 8],
            luid_device_node_mask: 0,
            total_global_mem: configuration.memory as usize,
            shared_mem_per_block: of(8) as usize,
            regs_per_block: of(12),
            warp_size: of(10),
            mem_pitch: PITCH,
            max_threads_per_block: of(1),
            max_threads_dim: [of(2), of(3), of(4)],
            max_grid_size: [of(5), of(6), of(7)],
            total_const_mem: CONSTANT_MEMORY,
            major: MAJOR,
            minor: MINOR,
            texture_alignment: 512,
            texture_pitch_alignment: 32,
            multi_processor_count: of(16),
            integrated: 0,
            can_map_host_memory: 1,
            textures: [0; 39],
            surface_alignment: 512,
            concurrent_kernels: 1,
            ecc_enabled: 1,
            pci: [0; 3],
            tcc_driver: 0,
            async_engine_count: of(40),
            unified_addressing: 1,
            memory_bus_width: of(37),
            l2_cache_size: of(38),
            persisting_l2_cache_max_size: of(108),
            max_threads_per_multi_processor: of(39),
            stream_priorities_supported: 1,
            global_l1_cache_supported: 1,
            local_l1_cache_supported: 1,
            shared_mem_per_multiprocessor: of(81) as usize,
            regs_per_multiprocessor: of(82),
            managed_memory: 1,
            is_multi_gpu_board: 0,
            multi_gpu_board_group_id: 0,
            host_native_atomic_supported: of(86),
            pageable_memory_access: of(88),
            concurrent_managed_access: of(89),
            compute_preemption_supported: 1,
            can_use_host_pointer_for_registered_mem: 1,
            cooperative_launch: 1,
            shared_mem_per_block_optin: of(97) as usize,
            pageable_memory_access_uses_host_page_tables: of(100),
            direct_managed_mem_access_from_host: of(101),
            max_blocks_per_multi_processor: of(106),
            access_policy_max_window_size: of(109),
            reserved_shared_mem_per_block: of(111) as usize,
            host_register_supported: 1,
            rest: [0; 75],
        }
    }
}
