//! What hardware refuses or silently gets wrong is a fault that says where.

mod common;

use common::{Bench, kernel};
use gpump_simulator::execute::Program;
use gpump_simulator::interface::{Fault, Limits, Settings};
use gpump_simulator::ptx::Module;

fn fault(threads: u32, body: &str) -> Fault {
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&vec![0u32; threads as usize]);
    bench.run("test", 2, threads / 2, &[memory]).expect_err(body)
}

#[test]
fn a_fault_says_where_it_was() {
    let fault = fault(64, "setp.eq.s32 %p1, %r0, 37;\n@%p1 st.global.u32 [%rd0+1000000], 1;");
    assert_eq!(fault.code, 700);
    let place = fault.place.unwrap();
    assert_eq!((place.block, place.thread), ([1, 0, 0], [5, 0, 0]));
    assert_eq!(place.function, "test");
    assert_eq!(place.instruction, "@%p1 st.global.u32 [%rd0+1000000], 1;");
    assert_eq!(place.line, 20);
}

#[test]
fn accesses_outside_of_memory() {
    assert!(fault(8, "st.global.u32 [%rd0+4], 1;").what.contains("has no memory"));
    assert!(fault(8, "st.global.v2.u32 [%rd1+32], {1, 1};").what.contains("has no memory"));
    assert_eq!(fault(8, "mov.u64 %rd5, 0; ld.u32 %r4, [%rd5];").code, 700);
    assert_eq!(fault(8, "ld.global.u32 %r4, [%rd1+2];").code, 716);
    assert!(
        fault(8, ".shared .align 4 .b8 box[8]; st.shared.u32 [box+8], 1;").what.contains("shared memory")
    );
    assert!(fault(8, ".local .align 4 .b8 own[16]; st.local.u32 [own+16], 1;").what.contains("local memory"));
    assert!(fault(8, "st.global.u64 [%rd1+28], %rd1;").code == 716);
}

#[test]
fn accesses_over_the_end_of_an_allocation() {
    let bench = Bench::new(&kernel(0, "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1];"));
    let memory = bench.memory(&[0u32; 3]);
    assert!(bench.run("test", 1, 1, &[memory]).unwrap_err().what.contains("over the end"));
}

#[test]
fn memory_that_is_freed_may_not_be_touched() {
    let bench = Bench::new(&kernel(0, "ld.global.u32 %r4, [%rd1];"));
    let memory = bench.memory(&[0u32; 3]);
    bench.run("test", 1, 1, &[memory]).unwrap();
    bench.host.free(memory);
    assert_eq!(bench.run("test", 1, 1, &[memory]).unwrap_err().code, 700);
}

#[test]
fn pointers_to_local_and_shared_memory_of_others() {
    let local = "
        .local .align 8 .b8 own[8]; .shared .align 8 .b8 box[8];
        mov.u64 %rd3, own; cvta.local.u64 %rd4, %rd3;
        setp.ne.s32 %p1, %r3, 0; @%p1 bra WAIT; st.shared.u64 [box], %rd4;
        WAIT: bar.sync 0; ld.shared.u64 %rd5, [box]; ld.u32 %r4, [%rd5];";
    let found = fault(8, local);
    assert!(found.what.contains("another thread"), "{found}");
    assert_eq!(found.place.unwrap().thread, [1, 0, 0]);
    let shared = "
        .shared .align 8 .b8 box[8];
        mov.u64 %rd3, box; cvta.shared.u64 %rd4, %rd3;
        setp.ne.s32 %p1, %r1, 0; @%p1 bra SECOND;
        st.global.u64 [%rd1], %rd4; membar.gl; st.volatile.global.u32 [%rd1+8], 1; bra.uni END;
        SECOND: ld.volatile.global.u32 %r4, [%rd1+8]; setp.eq.s32 %p2, %r4, 0; @%p2 bra SECOND;
        ld.global.u64 %rd5, [%rd1]; st.u32 [%rd5], 1;
        END:";
    assert!(fault(8, shared).what.contains("another block"));
}

#[test]
fn barriers_and_warps_that_do_not_come_together() {
    let parted = "setp.lt.u32 %p1, %r3, 4; @%p1 bra FIRST; bar.sync 0; bra.uni END; FIRST: bar.sync 0; END:";
    assert!(fault(16, parted).what.contains("aligned"));
    let missing =
        "setp.lt.u32 %p1, %r3, 4; @%p1 bra FIRST; barrier.sync 1; bra.uni END; FIRST: barrier.sync 2; END:";
    let found = fault(16, missing);
    assert!(found.what.contains("deadlock") && found.what.contains("barrier 2"), "{found}");
    assert!(fault(64, "shfl.sync.idx.b32 %r4, %r3, 0, 31, 1;").what.contains("not in the mask"));
    let apart =
        "setp.lt.u32 %p1, %r3, 4; @%p1 bra FIRST; bar.warp.sync -1; bra.uni END; FIRST: barrier.sync 2; END:";
    assert!(fault(64, apart).what.contains("deadlock"));
    assert!(fault(64, "bar.sync 0, 48;").what.contains("cannot meet"));
    assert!(fault(64, "bar.sync 16;").what.contains("no barrier"));
}

#[test]
fn traps_and_what_is_not_known() {
    assert_eq!(fault(8, "trap;").code, 719);
    let unknown = fault(8, "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%rd1], 32;");
    assert_eq!(unknown.code, 715);
    assert!(unknown.what.contains("tcgen05"), "{unknown}");
    assert!(
        fault(
            8,
            "mov.u64 %rd5, 77; { .param .b32 p; prototype_0 : .callprototype _ (.param .b32 _);
        call %rd5, (p), prototype_0; }"
        )
        .what
        .contains("no function")
    );
}

#[test]
fn the_stack_overflows() {
    let text = kernel(4, "{ call.uni deep, (); }").replacen(
        ".visible",
        ".func deep() { .local .align 8 .b8 own[64]; .reg .b32 %r<2>; mov.u32 %r1, 1; st.local.u32 [own], %r1; { call.uni deep, (); } ret; }\n.visible",
        1,
    );
    let mut bench = Bench::new(&text);
    bench.limits = Limits { stack: 4096, ..Limits::default() };
    let found = bench.run("test", 1, 32, &[0]).unwrap_err();
    assert_eq!(found.code, 714);
    assert_eq!(found.place.unwrap().function, "deep");
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    let mut bench = Bench::new(&kernel(4, ""));
    assert_eq!(bench.run("test", 1, 2000, &[0]).unwrap_err().code, 9);
    assert_eq!(bench.run("test", 0, 32, &[0]).unwrap_err().code, 9);
    bench.shared = 228 << 10;
    assert_eq!(bench.run("test", 1, 32, &[0]).unwrap_err().code, 1);
    bench.shared = 0;
    bench.cooperative = true;
    assert_eq!(bench.run("test", 100, 1024, &[0]).unwrap_err().code, 720);
    let bench = Bench::new(&kernel(4, "").replace("\n{", " .maxntid 64, 1, 1\n{"));
    assert_eq!(bench.run("test", 1, 128, &[0]).unwrap_err().code, 701);
}

#[test]
fn texts_that_are_no_ptx() {
    let error = |text: &str| Module::parse(text).unwrap_err();
    assert_eq!(error(".version 9.0\n.target sm_90\n.globule x;").line, 3);
    assert!(error(".global .u32 x = \"a").what.contains("string"));
    assert!(error(&kernel(4, "mov.u32 %r4 %r5;")).what.contains("expected"));
    assert!(error(&kernel(4, "add.s32 %r0, %q0, 1;")).what.contains("%q0"));
    assert!(error(".visible .entry test(").what.contains("expected"));
    assert!(error(".global .align 3 .u32 x;").what.contains("alignment"));
    assert!(error("§").what.contains("character"));
}

#[test]
fn registers_that_were_never_written_decide_nothing() {
    let found = |body: &str| {
        let settings = Settings { workers: 1, uninitialised_is_fault: true, ..Settings::default() };
        let bench = Bench::linked(&[&kernel(4, body)], settings);
        let memory = bench.memory(&[0u32; 64]);
        bench.run("test", 1, 64, &[memory])
    };
    assert!(
        found("add.s64 %rd5, %rd6, 8; ld.global.u32 %r4, [%rd5];").unwrap_err().what.contains("the address")
    );
    assert!(found("setp.eq.s32 %p1, %r9, 0; @%p1 bra END; END:").unwrap_err().what.contains("the predicate"));
    // Written by some threads only.
    let some = "setp.lt.u32 %p1, %r3, 40; @%p1 mov.u64 %rd5, %rd1; ld.global.u32 %r4, [%rd5];";
    assert_eq!(found(some).unwrap_err().place.unwrap().thread, [40, 0, 0]);
    found("add.cc.u32 %r4, %r3, %r3; addc.u32 %r5, %r4, 0; st.global.u32 [%rd0], %r9; st.global.u32 [%rd0], %r5;").unwrap();
    found("mov.u32 %r5, %r9; ld.global.u32 %r5, [%rd0]; setp.eq.s32 %p1, %r5, 0; @%p1 bra END; END:")
        .unwrap();
}

/// A text with most of what a text may have.
const RICH: &str = "
.version 9.0
.target sm_90
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.extern .func (.param .b32 func_retval0) vprintf(.param .b64 a, .param .b64 b);
.global .align 8 .u64 table[3] = {twice, generic(text)+2, 0xFF00(text)};
.global .align 1 .b8 text[4] = {1, 2, 3};
.const .align 4 .f32 numbers[2] = {0f3F800000, 0d3FF0000000000000};
.func (.param .align 8 .b8 func_retval0[16]) twice(.param .b32 twice_param_0)
{
	.local .align 8 .b8 __local_depot0[16];
	.reg .b64 %SP;
	.reg .pred %p<3>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	mov.u64 %SP, __local_depot0;
	ld.param.u32 %r1, [twice_param_0];
	setp.eq.and.s32 %p1|%p2, %r1, 0, %p2;
	@!%p1 bra $L__BB0_2;
	{ // callseq
	.param .b64 param0;
	st.param.b64 [param0+0], %rd1;
	.param .b64 retval0;
	prototype_1 : .callprototype (.param .b64 _) _ (.param .b64 _);
	call (retval0), %rd2, (param0), prototype_1;
	ld.param.b64 %rd3, [retval0+0];
	}
$L__BB0_2:
	$brx: .branchtargets $L__BB0_2, $L__BB0_3;
	brx.idx %r2, $brx;
$L__BB0_3:
	st.param.v2.b64 [func_retval0+0], {%rd1, %rd2};
	ret;
}
.visible .entry test(.param .u64 test_param_0, .param .align 4 .b8 test_param_1[12]) .maxntid 64, 1, 1
{
	.reg .pred %p<2>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	.loc 1 5 3, function_name $info, inlined_at 1 6 7
	ld.param.u64 %rd1, [test_param_0];
	atom.global.cas.b32 %r1, [%rd1+4], 1, %r2;
	shfl.sync.down.b32 %r2|%p1, %r1, 1, 31, -1;
	bar.red.popc.u32 %r1, 0, !%p1;
	mov.b64 {%r1, %r2}, %rd1;
	{ .param .b32 p0; st.param.b32 [p0], %r1; .param .align 8 .b8 q0[16]; call.uni (q0), twice, (p0); }
	prmt.b32 %r3, %r1, %r2, 0x3210;
	ld.shared.v2.u32 {%r1, %r2}, [dynamic+8];
	ret;
}
.file 1 \"x.cu\"
.section .debug_str { info: .b8 1,2 }
";

/// Whatever is wrong with a text, it is an error or a kernel with a fault.
fn tried(text: &str) -> Option<Vec<(u32, String)>> {
    let module = Module::parse(text).ok()?;
    let program = Program::link(vec![module.into()], &common::TestHost::default()).ok()?;
    Some(program.kernels().flat_map(|(kernel, _)| program.unknown(kernel)).collect())
}

#[test]
fn damaged_texts_do_no_harm() {
    assert_eq!(tried(RICH), Some(Vec::new()));
    for at in 0..RICH.len() {
        tried(&RICH[..at]);
        tried(&format!("{}{}", &RICH[..at], &RICH[at + 1..]));
        for other in ["9", ",", "{"] {
            tried(&format!("{}{other}{}", &RICH[..at], &RICH[at + 1..]));
        }
    }
}
