//! Streams and events.

use std::collections::HashMap;
use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use super::context::{Context, context};
use super::error::{self, Code, Result, call};
use super::stream::{Done, Handle};

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamCreate(place: *mut Handle) -> Code {
    unsafe { cudaStreamCreateWithPriority(place, 0, 0) }
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamCreateWithFlags(place: *mut Handle, flags: c_uint) -> Code {
    unsafe { cudaStreamCreateWithPriority(place, flags, 0) }
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamCreateWithPriority(
    place: *mut Handle,
    flags: c_uint,
    priority: c_int,
) -> Code {
    call(|| {
        if flags > 1 {
            return Err(error::INVALID_VALUE);
        }
        unsafe { *place = context()?.streams.create(flags, priority.clamp(-5, 0)) };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaStreamDestroy(stream: Handle) -> Code {
    call(|| context()?.streams.destroy(stream))
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaStreamSynchronize(stream: Handle) -> Code {
    call(|| {
        let context = context()?;
        context.wait(&context.streams.last(stream)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaStreamQuery(stream: Handle) -> Code {
    call(|| {
        let context = context()?;
        look(context, &context.streams.last(stream)?)
    })
}

/// Where few processors are, a program that asks again and again would keep the simulator from them.
fn look(context: &Context, operations: &[Arc<Done>]) -> Result<()> {
    if operations.iter().any(|done| done.ended().is_none()) {
        std::thread::sleep(Duration::from_micros(20));
        return Err(error::NOT_READY);
    }
    context.settle();
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaStreamWaitEvent(stream: Handle, event: usize, _: c_uint) -> Code {
    call(|| {
        let after = find(event)?.recorded.into_iter().collect();
        context()?.streams.submit(stream, after, Box::new(|| {})).map(drop)
    })
}

/// # Safety
///
/// `function` may be called on a thread of the simulator's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamAddCallback(
    stream: Handle,
    function: extern "C" fn(Handle, Code, *mut c_void),
    argument: *mut c_void,
    _: c_uint,
) -> Code {
    let argument = argument as usize;
    call(|| {
        let work =
            move || function(stream, error::corrupted().unwrap_or(error::SUCCESS), argument as *mut c_void);
        context()?.streams.submit(stream, Vec::new(), Box::new(work)).map(drop)
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamGetFlags(stream: Handle, place: *mut c_uint) -> Code {
    call(|| {
        unsafe { *place = context()?.streams.properties(stream)?.0 };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamGetPriority(stream: Handle, place: *mut c_int) -> Code {
    call(|| {
        unsafe { *place = context()?.streams.properties(stream)?.1 };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamGetId(stream: Handle, place: *mut c_ulonglong) -> Code {
    call(|| {
        context()?.streams.properties(stream)?;
        unsafe { *place = stream as c_ulonglong };
        Ok(())
    })
}

/// Nothing is captured here.
///
/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaStreamIsCapturing(_: Handle, place: *mut c_int) -> Code {
    unsafe { *place = 0 };
    error::SUCCESS
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaStreamAttachMemAsync(stream: Handle, _: u64, _: usize, _: c_uint) -> Code {
    call(|| context()?.streams.properties(stream).map(drop))
}

// ---- Events ----

#[derive(Clone, Debug, Default)]
struct Event {
    flags: c_uint,
    /// What it was recorded behind; none, if it never was.
    recorded: Option<Arc<Done>>,
}

const DISABLE_TIMING: c_uint = 2;

static EVENTS: LazyLock<Mutex<(usize, HashMap<usize, Event>)>> = LazyLock::new(Mutex::default);

fn find(event: usize) -> Result<Event> {
    EVENTS.lock().unwrap().1.get(&event).cloned().ok_or(error::INVALID_RESOURCE_HANDLE)
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaEventCreate(place: *mut usize) -> Code {
    unsafe { cudaEventCreateWithFlags(place, 0) }
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaEventCreateWithFlags(place: *mut usize, flags: c_uint) -> Code {
    call(|| {
        context()?;
        let (made, events) = &mut *EVENTS.lock().unwrap();
        *made += 1;
        let handle = *made * 16;
        events.insert(handle, Event { flags, recorded: None });
        unsafe { *place = handle };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaEventDestroy(event: usize) -> Code {
    call(|| EVENTS.lock().unwrap().1.remove(&event).map(drop).ok_or(error::INVALID_RESOURCE_HANDLE))
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaEventRecord(event: usize, stream: Handle) -> Code {
    call(|| {
        find(event)?;
        let done = context()?.streams.submit(stream, Vec::new(), Box::new(|| {}))?;
        EVENTS.lock().unwrap().1.get_mut(&event).ok_or(error::INVALID_RESOURCE_HANDLE)?.recorded = Some(done);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaEventRecordWithFlags(event: usize, stream: Handle, _: c_uint) -> Code {
    cudaEventRecord(event, stream)
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaEventQuery(event: usize) -> Code {
    call(|| {
        let recorded: Vec<_> = find(event)?.recorded.into_iter().collect();
        look(context()?, &recorded)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaEventSynchronize(event: usize) -> Code {
    call(|| {
        let recorded: Vec<_> = find(event)?.recorded.into_iter().collect();
        context()?.wait(&recorded);
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaEventElapsedTime(place: *mut f32, from: usize, to: usize) -> Code {
    call(|| {
        let times = [find(from)?, find(to)?].map(|event| {
            let recorded = event.recorded.filter(|_| event.flags & DISABLE_TIMING == 0);
            recorded.ok_or(error::INVALID_RESOURCE_HANDLE)?.ended().ok_or(error::NOT_READY)
        });
        let [from, to] = times;
        let (from, to) = (from?, to?);
        let seconds = if to >= from { (to - from).as_secs_f32() } else { -(from - to).as_secs_f32() };
        unsafe { *place = seconds * 1e3 };
        Ok(())
    })
}
