//! The C interface of the CUDA runtime library.
//!
//! - [`registration`] takes what nvcc's host code registers before `main`: fat
//!   binaries, kernels and variables. [`fat_binary`] reads their PTX, [`cubin`]
//!   what ptxas says of the same kernels: registers and stack.
//! - [`memory`] knows all memory that the device may touch.
//! - [`stream`] runs operations in order, beside the host program.
//! - [`launch`] checks and starts kernels; [`occupancy`] says how many blocks a
//!   multiprocessor holds.
//! - [`context`] is what all of them share; [`configuration`] says from the
//!   environment what the device is like.
//! - `api_…` are the exported functions.

mod api_device;
mod api_errors;
mod api_launch;
mod api_memory;
mod api_registration;
mod api_streams;
mod attributes;
mod configuration;
mod context;
mod copy;
mod cubin;
mod error;
mod fat_binary;
mod host_pages;
mod launch;
mod maps;
mod memory;
mod occupancy;
mod pages;
mod registration;
mod report;
mod stream;
mod userfault;
mod window;
