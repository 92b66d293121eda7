// A solution: an object is a range of addresses; the distance from its begin is the same on both sides.

/// An object of the host, and where its copy on the device begins. Addresses are numbers of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub host: u64,
    pub size: u64,
    pub device: u64,
}

/// The address on the device; none if the pointer leads into no object.
pub fn device_address(pointer: u64, objects: &[Object]) -> Option<u64> {
    let object =
        objects.iter().find(|object| pointer.checked_sub(object.host).is_some_and(|at| at < object.size))?;
    Some(object.device + (pointer - object.host))
}
