//! What stops a kernel.

/// What a thread did wrong; its place is added by the one who runs it.
#[derive(Debug)]
pub struct Trap {
    pub code: i32,
    pub what: String,
    /// The thread of the warp, if it is one.
    pub lane: Option<u32>,
}

pub type Outcome<T> = Result<T, Box<Trap>>;

pub fn trap<T>(code: i32, lane: impl Into<Option<u32>>, what: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Trap { code, what: what.into(), lane: lane.into() }))
}
