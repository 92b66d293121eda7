// Pointers to the begin, into the middle, and to nowhere.

use self::answer::{Object, device_address};

pub fn check() {
    let objects = [
        Object { host: 1000, size: 40, device: 9000 },
        Object { host: 1040, size: 8, device: 500 },
        Object { host: 64, size: 4, device: 7000 },
    ];
    assert_eq!(device_address(1000, &objects), Some(9000));
    assert_eq!(device_address(1012, &objects), Some(9012), "a pointer into an array");
    assert_eq!(device_address(1039, &objects), Some(9039), "the last byte");
    assert_eq!(device_address(1040, &objects), Some(500), "the first byte of the next object");
    assert_eq!(device_address(68, &objects), None, "one past the end leads nowhere");
    assert_eq!(device_address(0, &objects), None, "the null pointer leads nowhere");
}
