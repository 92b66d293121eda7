//! Memory: state spaces, calls, the stack, the heap, `printf`, linking.

mod common;

use common::{Bench, kernel};
use gpump_simulator::execute::Program;
use gpump_simulator::interface::{Limits, Settings};
use gpump_simulator::ptx::Module;

const HEAD: &str = ".version 9.0\n.target sm_90\n.address_size 64\n";

fn word(text: &str) -> u32 {
    let bench = Bench::new(text);
    let memory = bench.memory(&[0u32; 8]);
    bench.run("test", 1, 1, &[memory]).unwrap_or_else(|fault| panic!("{fault}"));
    bench.values(memory, 1)[0]
}

#[test]
fn vectors_and_narrow_values() {
    let body = "
        st.global.v4.u32 [%rd1+16], {1, 2, 3, 4};
        ld.global.v2.u32 {%r4, %r5}, [%rd1+24];
        add.s32 %r5, %r4, %r5;
        mov.u32 %r6, 0x1ff;
        st.global.u8 [%rd1+8], %r6;
        ld.global.s8 %r7, [%rd1+8];
        ld.global.u8 %rd5, [%rd1+8];
        cvt.u32.u64 %r8, %rd5;
        add.s32 %r5, %r5, %r7;
        add.s32 %r5, %r5, %r8;
        st.global.u32 [%rd1], %r5;";
    assert_eq!(word(&kernel(0, body)), 7 + 255 - 1);
}

#[test]
fn generic_addresses_know_their_space() {
    let body = "
        .shared .align 8 .b8 box[8];
        .local .align 8 .b8 own[8];
        mov.u64 %rd3, box; cvta.shared.u64 %rd4, %rd3;
        mov.u64 %rd5, own; cvta.local.u64 %rd6, %rd5;
        st.u32 [%rd4], 5; ld.shared.u32 %r4, [box];
        st.u32 [%rd6+4], 6; ld.local.u32 %r5, [own+4];
        add.s32 %r5, %r4, %r5;
        isspacep.shared %p1, %rd4; isspacep.local %p2, %rd6; isspacep.global %p3, %rd1; isspacep.global %p4, %rd4;
        @%p1 add.s32 %r5, %r5, 100; @%p2 add.s32 %r5, %r5, 1000; @%p3 add.s32 %r5, %r5, 10000; @%p4 mov.u32 %r5, 0;
        cvta.to.shared.u64 %rd7, %rd4; ld.shared.u32 %r6, [%rd7]; add.s32 %r5, %r5, %r6;
        st.global.u32 [%rd1], %r5;";
    assert_eq!(word(&kernel(0, body)), 11116);
}

const CALLS: &str = "
.func (.param .b32 func_retval0) triple(.param .b32 triple_param_0)
{
	.reg .b32 %r<3>;
	ld.param.u32 %r1, [triple_param_0];
	mul.lo.s32 %r2, %r1, 3;
	st.param.b32 [func_retval0+0], %r2;
	ret;
}
.func (.param .b32 func_retval0) sum(.param .b32 sum_param_0)
{
	.reg .pred %p<2>;
	.reg .b32 %r<8>;
	ld.param.u32 %r1, [sum_param_0];
	setp.eq.s32 %p1, %r1, 0;
	mov.u32 %r5, 0;
	@%p1 bra DONE;
	add.s32 %r2, %r1, -1;
	{ .param .b32 param0; st.param.b32 [param0+0], %r2; .param .b32 retval0;
	call.uni (retval0), sum, (param0); ld.param.b32 %r3, [retval0+0]; }
	add.s32 %r5, %r3, %r1;
DONE:
	st.param.b32 [func_retval0+0], %r5;
	ret;
}
.func (.param .align 8 .b8 func_retval0[16]) swapped(.param .align 8 .b8 swapped_param_0[16])
{
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [swapped_param_0];
	ld.param.u64 %rd2, [swapped_param_0+8];
	st.param.b64 [func_retval0+0], %rd2;
	st.param.b64 [func_retval0+8], %rd1;
	ret;
}
.global .align 8 .u64 table[2] = {triple, sum};
";

fn with_calls(body: &str) -> String {
    kernel(4, body).replacen(".visible", &format!("{CALLS}.visible"), 1)
}

#[test]
fn functions_are_called_with_divergent_arguments() {
    let body = "
        { .param .b32 param0; st.param.b32 [param0+0], %r3; .param .b32 retval0;
        call.uni (retval0), sum, (param0); ld.param.b32 %r5, [retval0+0]; }
        st.global.u32 [%rd0], %r5;";
    let mut bench = Bench::new(&with_calls(body));
    bench.limits = Limits { stack: 4096, ..Limits::default() };
    let memory = bench.memory(&[0u32; 32]);
    let statistics = bench.run("test", 1, 32, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 32), (0..32).map(|n| n * (n + 1) / 2).collect::<Vec<u32>>());
    assert_eq!(statistics.global_stores, 1);
}

#[test]
fn functions_are_called_through_tables() {
    let body = "
        mov.u64 %rd5, table;
        and.b32 %r4, %r3, 1;
        mul.wide.u32 %rd6, %r4, 8;
        add.s64 %rd7, %rd5, %rd6;
        ld.global.u64 %rd8, [%rd7];
        { .param .b32 param0; st.param.b32 [param0+0], %r3; .param .b32 retval0;
        prototype_1 : .callprototype (.param .b32 _) _ (.param .b32 _);
        call (retval0), %rd8, (param0), prototype_1; ld.param.b32 %r5, [retval0+0]; }
        st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&with_calls(body));
    let memory = bench.memory(&[0u32; 16]);
    bench.run("test", 1, 16, &[memory]).unwrap();
    let expected: Vec<u32> = (0..16).map(|n| if n % 2 == 0 { n * 3 } else { n * (n + 1) / 2 }).collect();
    assert_eq!(bench.values::<u32>(memory, 16), expected);
    let kernel = bench.program.kernel(0, "test").unwrap();
    assert!(bench.program.attributes(kernel).dynamic_stack);
}

#[test]
fn structures_are_passed_and_returned() {
    let body = "
        mov.u64 %rd5, 7; mov.u64 %rd6, 40;
        { .param .align 8 .b8 param0[16]; st.param.b64 [param0+0], %rd5; st.param.b64 [param0+8], %rd6;
        .param .align 8 .b8 retval0[16];
        call.uni (retval0), swapped, (param0);
        ld.param.b64 %rd7, [retval0+0]; ld.param.b64 %rd8, [retval0+8]; }
        sub.s64 %rd9, %rd7, %rd8; st.global.u32 [%rd1], %rd9;";
    assert_eq!(word(&with_calls(body)), 33);
}

#[test]
fn tables_of_branches_part_the_threads() {
    let body = "
        targets: .branchtargets ZERO, ONE, ZERO, TWO;
        and.b32 %r4, %r3, 3;
        brx.idx %r4, targets;
        ZERO: mov.u32 %r5, 100; bra.uni JOIN;
        ONE: mov.u32 %r5, 200; bra.uni JOIN;
        TWO: mov.u32 %r5, 300;
        JOIN: st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 32]);
    let statistics = bench.run("test", 1, 32, &[memory]).unwrap();
    let expected: Vec<u32> = (0..32).map(|n| [100, 200, 100, 300][n % 4]).collect();
    assert_eq!(bench.values::<u32>(memory, 32), expected);
    assert_eq!(statistics.global_stores, 1);
}

#[test]
fn the_stack_grows_by_alloca() {
    let body = "
        mov.u64 %rd3, 40; alloca.u64 %rd4, %rd3, 16; cvta.local.u64 %rd5, %rd4;
        st.u32 [%rd5+36], %r3; ld.local.u32 %r5, [%rd4+36]; st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[9u32; 32]);
    bench.run("test", 1, 32, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 32), (0..32).collect::<Vec<u32>>());
}

const NATIVES: &str = "
.extern .func (.param .b64 func_retval0) malloc(.param .b64 malloc_param_0);
.extern .func free(.param .b64 free_param_0);
.extern .func (.param .b32 func_retval0) vprintf(.param .b64 a, .param .b64 b);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 text[32] = {37, 100, 32, 37, 53, 46, 50, 102, 32, 37, 115, 32, 37, 108, 108, 120, 32, 37, 99, 33, 10};
.global .align 1 .b8 word[4] = {97, 98, 99};
";

fn with_natives(body: &str) -> String {
    kernel(4, body).replacen(".visible", &format!("{NATIVES}.visible"), 1)
}

const ALLOCATE: &str = "
    { .param .b64 param0; st.param.b64 [param0+0], %rd5; .param .b64 retval0;
    call.uni (retval0), malloc, (param0); ld.param.b64 %rd6, [retval0+0]; }";
const FREE: &str = "{ .param .b64 param0; st.param.b64 [param0+0], %rd6; call.uni free, (param0); }";

#[test]
fn the_heap_has_its_limit() {
    let body = format!(
        "mov.u64 %rd5, 1000; {ALLOCATE} setp.ne.s64 %p1, %rd6, 0; selp.u32 %r5, 1, 0, %p1; st.global.u32 [%rd0], %r5;"
    );
    let mut bench = Bench::new(&with_natives(&body));
    bench.limits = Limits { heap: 10_000, ..Limits::default() };
    let memory = bench.memory(&[7u32; 32]);
    let statistics = bench.run("test", 1, 32, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 32).iter().sum::<u32>(), 9);
    assert_eq!(statistics.heap_allocations, 32);
}

#[test]
fn freed_memory_is_given_again_but_may_not_be_touched() {
    let body = format!(
        "mov.u64 %rd5, 6000; {ALLOCATE} st.u32 [%rd6], 5; {FREE} {ALLOCATE} st.u32 [%rd6+5996], 5; {FREE}"
    );
    let mut bench = Bench::new(&with_natives(&body));
    bench.limits = Limits { heap: 10_000, ..Limits::default() };
    bench.run("test", 1, 1, &[0]).unwrap();
    let fault = |body: &str| {
        let bench = Bench::new(&with_natives(body));
        bench.run("test", 1, 1, &[0]).unwrap_err().what
    };
    assert!(fault(&format!("mov.u64 %rd5, 64; {ALLOCATE} {FREE} ld.u32 %r4, [%rd6];")).contains("no memory"));
    let touched = format!("mov.u64 %rd5, 64; {ALLOCATE} st.u32 [%rd6], 1; {FREE} st.u32 [%rd6], 1;");
    assert!(fault(&touched).contains("no memory"));
    assert!(fault(&format!("mov.u64 %rd5, 64; {ALLOCATE} {FREE} {FREE}")).contains("`free`"));
    assert!(fault(&format!("mov.u64 %rd5, 64; {ALLOCATE} st.u32 [%rd6+64], 1;")).contains("no memory"));
}

#[test]
fn kernels_print() {
    let body = "
        .local .align 8 .b8 list[48];
        mov.u64 %rd3, list; cvta.local.u64 %rd4, %rd3;
        st.local.u32 [list], -3; st.local.f64 [list+8], 0d400921FB54442D18;
        mov.u64 %rd5, word; cvta.global.u64 %rd6, %rd5; st.local.u64 [list+16], %rd6;
        mov.u64 %rd7, 0x123456789a; st.local.u64 [list+24], %rd7; st.local.u32 [list+32], 90;
        mov.u64 %rd8, text; cvta.global.u64 %rd9, %rd8;
        { .param .b64 param0; st.param.b64 [param0+0], %rd9; .param .b64 param1; st.param.b64 [param1+0], %rd4;
        .param .b32 retval0; call.uni (retval0), vprintf, (param0, param1); ld.param.b32 %r5, [retval0+0]; }
        st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&with_natives(body));
    let memory = bench.memory(&[0u32; 1]);
    bench.run("test", 1, 1, &[memory]).unwrap();
    assert_eq!(String::from_utf8_lossy(&bench.host.printed.lock().unwrap()), "-3  3.14 abc 123456789a Z!\n");
    assert_eq!(bench.values::<u32>(memory, 1), [5]);
}

#[test]
fn assertions_say_where() {
    let body = "
        mov.u64 %rd5, word; cvta.global.u64 %rd6, %rd5;
        { .param .b64 p0; st.param.b64 [p0], %rd6; .param .b64 p1; st.param.b64 [p1], %rd6; .param .b32 p2;
        st.param.b32 [p2], 12; .param .b64 p3; st.param.b64 [p3], %rd6; .param .b64 p4; st.param.b64 [p4], 1;
        call.uni __assertfail, (p0, p1, p2, p3, p4); }";
    let bench = Bench::new(&with_natives(body));
    let fault = bench.run("test", 1, 1, &[0]).unwrap_err();
    assert_eq!(fault.code, 710);
    let text = String::from_utf8_lossy(&bench.host.complaints.lock().unwrap()).into_owned();
    assert_eq!(text, "abc:12: abc: block: [0,0,0], thread: [0,0,0] Assertion `abc` failed.\n");
}

#[test]
fn modules_share_what_is_visible() {
    let first = format!(
        "{HEAD}.extern .func (.param .b32 func_retval0) other(.param .b32 p);\n.extern .global .align 4 .u32 counter;\n\
         .global .align 4 .u32 own = 1;\n.weak .global .align 4 .u32 weak = 5;\n\
         .visible .entry test(.param .u64 test_param_0) {{ .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
         ld.param.u64 %rd1, [test_param_0]; ld.global.u32 %r1, [own]; ld.global.u32 %r2, [counter];\n\
         {{ .param .b32 param0; st.param.b32 [param0+0], %r1; .param .b32 retval0;\n\
         call.uni (retval0), other, (param0); ld.param.b32 %r3, [retval0+0]; }}\n\
         add.s32 %r4, %r2, %r3; ld.global.u32 %r5, [weak]; add.s32 %r4, %r4, %r5; st.global.u32 [%rd1], %r4; ret; }}"
    );
    let second = format!(
        "{HEAD}.visible .global .align 4 .u32 counter = 100;\n.global .align 4 .u32 own = 20;\n\
         .visible .global .align 4 .u32 weak = 5000;\n.global .align 8 .u64 pointer = generic(own);\n\
         .visible .func (.param .b32 func_retval0) other(.param .b32 p) {{ .reg .b32 %r<5>; .reg .b64 %rd<3>;\n\
         ld.param.u32 %r1, [p]; ld.global.u64 %rd1, [pointer]; ld.u32 %r2, [%rd1]; add.s32 %r3, %r1, %r2;\n\
         st.param.b32 [func_retval0+0], %r3; ret; }}"
    );
    let bench = Bench::linked(&[&first, &second], Settings::default());
    let memory = bench.memory(&[0u32; 1]);
    bench.run("test", 1, 1, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 1), [5000 + 100 + 1 + 20]);
    let (own, other) = (bench.program.variable(0, "own").unwrap(), bench.program.variable(1, "own").unwrap());
    assert_ne!(own.address, other.address);
    let alone = Module::parse(&first).unwrap();
    let host = common::TestHost::default();
    let error = Program::link(vec![alone.into()], &host).err().unwrap();
    assert!(error.to_string().contains("nowhere defined"), "{error}");
}

#[test]
fn kernels_say_what_they_need() {
    let text = format!(
        "{HEAD}.extern .shared .align 16 .b8 dynamic[];\n\
         .entry test(.param .u32 a, .param .align 8 .b8 b[24], .param .u8 c) .maxntid 128, 2, 1\n{{\n\
         .shared .align 8 .b8 box[40];\n.local .align 8 .b8 own[20];\n.reg .b32 %r<3>;\n\
         st.shared.u32 [box], 1; st.shared.u32 [dynamic], 1; ret; }}"
    );
    let bench = Bench::new(&text);
    let attributes = bench.program.attributes(bench.program.kernel(0, "test").unwrap()).clone();
    assert_eq!(attributes.parameters, [(0, 4), (8, 24), (32, 1)]);
    assert_eq!((attributes.parameter_bytes, attributes.shared_bytes, attributes.local_bytes), (33, 40, 32));
    assert_eq!((attributes.max_threads, attributes.dynamic_stack), (256, false));
}

#[test]
fn threads_in_different_functions_keep_their_registers() {
    // The functions' frames differ: registers of 32 bits in one, of 64 in the other.
    let functions = "
.func (.param .b64 func_retval0) wide(.param .b64 p)
{
	.reg .b64 %rd<6>;
	ld.param.u64 %rd1, [p];
	add.s64 %rd2, %rd1, 1; add.s64 %rd3, %rd2, 1; add.s64 %rd4, %rd3, 1; mul.lo.s64 %rd5, %rd4, %rd1;
	st.param.b64 [func_retval0+0], %rd5;
	ret;
}
.func (.param .b64 func_retval0) narrow(.param .b64 p)
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	cvt.u32.u64 %r1, %rd1; add.s32 %r2, %r1, 5; add.s32 %r3, %r2, 5; add.s32 %r4, %r3, 5; mul.lo.s32 %r5, %r4, %r1;
	{ .param .b64 param0; st.param.b64 [param0+0], %rd1; .param .b64 retval0;
	call.uni (retval0), wide, (param0); ld.param.b64 %rd3, [retval0+0]; }
	cvt.u64.u32 %rd2, %r5; add.s64 %rd2, %rd2, %rd3;
	st.param.b64 [func_retval0+0], %rd2;
	ret;
}
.global .align 8 .u64 both[2] = {wide, narrow};
";
    let body = "
        mov.u64 %rd5, both; and.b32 %r4, %r3, 1; mul.wide.u32 %rd6, %r4, 8; add.s64 %rd7, %rd5, %rd6;
        ld.global.u64 %rd8, [%rd7]; cvt.u64.u32 %rd9, %r3;
        { .param .b64 param0; st.param.b64 [param0+0], %rd9; .param .b64 retval0;
        prototype_1 : .callprototype (.param .b64 _) _ (.param .b64 _);
        call (retval0), %rd8, (param0), prototype_1; ld.param.b64 %rd10, [retval0+0]; }
        st.global.u32 [%rd0], %rd10;";
    for seed in [0, 5, 77] {
        let text = kernel(4, body).replacen(".visible", &format!("{functions}.visible"), 1);
        let bench = Bench::linked(&[&text], Settings { workers: 1, seed, ..Settings::default() });
        let memory = bench.memory(&[0u32; 64]);
        bench.run("test", 1, 64, &[memory]).unwrap();
        let wide = |n: u32| (n + 3) * n;
        let expected: Vec<u32> =
            (0..64).map(|n| if n % 2 == 0 { wide(n) } else { (n + 15) * n + wide(n) }).collect();
        assert_eq!(bench.values::<u32>(memory, 64), expected);
    }
}
