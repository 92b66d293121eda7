// Exercise: the thesis's table of what is accessible. Where on the device is what a host's pointer leads to?
//
// This attempt knows pointers to the begin of an object, and no others.

/// An object of the host, and where its copy on the device begins. Addresses are numbers of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub host: u64,
    pub size: u64,
    pub device: u64,
}

/// The address on the device; none if the pointer leads into no object.
pub fn device_address(pointer: u64, objects: &[Object]) -> Option<u64> {
    objects.iter().find(|object| object.host == pointer).map(|object| object.device)
}
