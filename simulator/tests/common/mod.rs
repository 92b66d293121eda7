//! A host for tests: memory from the process's own, text that is kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use gpump_simulator::execute::{Device, Program};
use gpump_simulator::interface::{Fault, Host, Launch, Limits, Purpose, Region, Settings, Statistics};
use gpump_simulator::ptx::Module;

/// Memory, its size in bytes, and whether the device may write to it.
struct Allocation(#[allow(dead_code)] Box<[u128]>, u64, bool);

/// Memory of the device, and what kernels printed.
#[derive(Default)]
pub struct TestHost {
    allocations: Mutex<BTreeMap<u64, Allocation>>,
    pub printed: Mutex<Vec<u8>>,
    pub complaints: Mutex<Vec<u8>>,
    generation: AtomicU64,
}

impl TestHost {
    fn place(&self, bytes: u64, writable: bool) -> u64 {
        let memory = vec![0u128; bytes.div_ceil(16) as usize + 1].into_boxed_slice();
        let address = memory.as_ptr() as u64;
        self.allocations.lock().unwrap().insert(address, Allocation(memory, bytes, writable));
        address
    }

    /// Takes memory away from the device.
    #[allow(dead_code)]
    pub fn free(&self, address: u64) {
        self.allocations.lock().unwrap().remove(&address);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }
}

impl Host for TestHost {
    fn region(&self, address: u64) -> Option<Region> {
        let allocations = self.allocations.lock().unwrap();
        let (start, Allocation(_, bytes, writable)) = allocations.range(..=address).next_back()?;
        let region =
            Region { start: *start, end: start + bytes, writable: *writable, offset: 0, remote: false };
        (address < region.end).then_some(region)
    }

    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    fn allocate(&self, bytes: u64, _alignment: u64, purpose: Purpose) -> Option<u64> {
        Some(self.place(bytes, purpose != Purpose::Constant))
    }

    fn print(&self, text: &[u8]) -> bool {
        self.printed.lock().unwrap().extend_from_slice(text);
        true
    }

    fn complain(&self, text: &[u8]) {
        self.complaints.lock().unwrap().extend_from_slice(text);
    }
}

/// A device with a program.
pub struct Bench {
    pub host: Arc<TestHost>,
    pub device: Device,
    pub program: Arc<Program>,
    pub limits: Limits,
    pub shared: u32,
    pub cooperative: bool,
}

impl Bench {
    /// # Panics
    ///
    /// The text is no PTX, or cannot be linked.
    pub fn new(text: &str) -> Self {
        Self::linked(&[text], Settings { workers: 1, ..Settings::default() })
    }

    pub fn linked(texts: &[&str], settings: Settings) -> Self {
        let host = Arc::new(TestHost::default());
        let modules = texts.iter().map(|text| Arc::new(Module::parse(text).unwrap())).collect();
        let program = Arc::new(Program::link(modules, &*host).unwrap());
        let device = Device::new(settings, host.clone());
        Self { host, device, program, limits: Limits::default(), shared: 0, cooperative: false }
    }

    /// Memory of the device with some values.
    #[allow(dead_code)]
    pub fn memory<T: Copy>(&self, values: &[T]) -> u64 {
        let bytes = size_of_val(values) as u64;
        let address = self.host.place(bytes, true);
        unsafe {
            std::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), address as *mut u8, bytes as usize)
        };
        address
    }

    #[allow(dead_code)]
    pub fn values<T: Copy>(&self, address: u64, count: usize) -> Vec<T> {
        (0..count).map(|at| unsafe { (address as *const T).add(at).read() }).collect()
    }

    pub fn run(&self, name: &str, grid: u32, block: u32, arguments: &[u64]) -> Result<Statistics, Fault> {
        let kernel = self.program.kernel(0, name).expect("the kernel is there");
        let attributes = self.program.attributes(kernel);
        let mut bytes = vec![0; attributes.parameter_bytes as usize];
        for ((offset, size), value) in attributes.parameters.iter().zip(arguments) {
            let (offset, size) = (*offset as usize, (*size as usize).min(8));
            bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        let launch = Launch {
            program: self.program.clone(),
            kernel,
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            shared: self.shared,
            shared_limit: Some(227 << 10),
            arguments: bytes,
            cooperative: self.cooperative,
        };
        self.device.admit(&launch)?;
        self.device.run(&launch, &self.limits)
    }
}

/// PTX of a kernel `test` whose one parameter is an address, with the thread's
/// number in `%r0` and the address of its element of `size` bytes in `%rd0`.
#[allow(dead_code)]
pub fn kernel(size: u32, body: &str) -> String {
    format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n\
         .visible .entry test(.param .u64 test_param_0)\n{{\n\
         .reg .pred %p<10>;\n.reg .b16 %h<10>;\n.reg .b32 %r<30>;\n.reg .b64 %rd<30>;\n\
         .reg .f32 %f<20>;\n.reg .f64 %fd<20>;\n\
         ld.param.u64 %rd1, [test_param_0];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n\
         mad.lo.s32 %r0, %r1, %r2, %r3;\nmul.wide.u32 %rd2, %r0, {size};\nadd.s64 %rd0, %rd1, %rd2;\n{body}\nret;\n}}\n"
    )
}
