//! Families of plain instructions give what the PTX ISA says.

mod common;

use common::{Bench, kernel};

/// What a piece of PTX leaves in `%r5`.
fn word(body: &str) -> u32 {
    let bench = Bench::new(&kernel(0, &format!("{body}\nst.global.u32 [%rd0], %r5;")));
    let memory = bench.memory(&[0u64; 2]);
    bench.run("test", 1, 1, &[memory]).unwrap_or_else(|fault| panic!("{body}: {fault}"));
    bench.values(memory, 1)[0]
}

/// What a piece of PTX leaves in `%rd5`.
fn long(body: &str) -> u64 {
    let bench = Bench::new(&kernel(0, &format!("{body}\nst.global.u64 [%rd0], %rd5;")));
    let memory = bench.memory(&[0u64; 2]);
    bench.run("test", 1, 1, &[memory]).unwrap_or_else(|fault| panic!("{body}: {fault}"));
    bench.values(memory, 1)[0]
}

fn single(body: &str) -> f32 {
    f32::from_bits(word(&format!("{body}\nmov.b32 %r5, %f5;")))
}

fn double(body: &str) -> f64 {
    f64::from_bits(long(&format!("{body}\nmov.b64 %rd5, %fd5;")))
}

#[test]
fn integers() {
    assert_eq!(word("mov.u32 %r4, 7; sub.s32 %r5, %r4, 9;"), -2i32 as u32);
    assert_eq!(word("mov.u32 %r4, -7; div.s32 %r5, %r4, 2;"), -3i32 as u32);
    assert_eq!(word("mov.u32 %r4, -7; rem.s32 %r5, %r4, 2;"), -1i32 as u32);
    assert_eq!(word("mov.u32 %r4, -7; div.u32 %r5, %r4, 2;"), 0x7fff_fffc);
    assert_eq!(word("mov.u32 %r4, 0x80000000; abs.s32 %r5, %r4;"), 0x8000_0000);
    assert_eq!(
        word("mov.u32 %r4, -5; mul.hi.u32 %r5, %r4, %r4;"),
        (u64::from(-5i32 as u32).pow(2) >> 32) as u32
    );
    assert_eq!(word("mov.u32 %r4, -5; mul.hi.s32 %r5, %r4, 3;"), u32::MAX);
    assert_eq!(long("mov.u32 %r4, -5; mul.wide.s32 %rd5, %r4, 3;"), -15i64 as u64);
    assert_eq!(
        long("mov.u32 %r4, -5; mov.u64 %rd4, 1; mad.wide.u32 %rd5, %r4, 3, %rd4;"),
        0xffff_fffb * 3 + 1
    );
    assert_eq!(long("mov.u64 %rd4, -2; mul.hi.u64 %rd5, %rd4, %rd4;"), u64::MAX - 3);
    assert_eq!(word("mov.u32 %r4, 0x7fffffff; add.sat.s32 %r5, %r4, 5;"), 0x7fff_ffff);
    assert_eq!(word("mov.u32 %r4, 10; mov.u32 %r6, 3; mov.u32 %r7, 100; sad.u32 %r5, %r6, %r4, %r7;"), 107);
    assert_eq!(word("mov.u32 %r4, -1; min.s32 %r5, %r4, 1;"), u32::MAX);
    assert_eq!(word("mov.u32 %r4, -1; min.u32 %r5, %r4, 1;"), 1);
    assert_eq!(word("mov.u16 %h1, 0xffff; mov.u16 %h2, 2; mul.wide.s16 %r5, %h1, %h2;"), -2i32 as u32);
    assert_eq!(word("mov.u16 %h1, 0xffff; add.s16 %h2, %h1, 3; cvt.u32.u16 %r5, %h2;"), 2);
    assert_eq!(word("mov.u32 %r4, 0x1000001; mul24.lo.u32 %r5, %r4, 5;"), 5);
}

#[test]
fn carries() {
    let text = "mov.u32 %r4, -1; mov.u32 %r6, 5; add.cc.u32 %r7, %r4, 1; addc.u32 %r5, %r6, 0;";
    assert_eq!(word(text), 6);
    let text = "mov.u32 %r4, 0; mov.u32 %r6, 5; sub.cc.u32 %r7, %r4, 1; subc.u32 %r5, %r6, 0;";
    assert_eq!(word(text), 4);
    // The carry of a subtraction that borrows nothing is set.
    let text = "mov.u32 %r4, 7; sub.cc.u32 %r7, %r4, 1; addc.u32 %r5, %r4, 0;";
    assert_eq!(word(text), 8);
    let text = "mov.u32 %r4, 0; sub.cc.u32 %r7, %r4, 1; addc.u32 %r5, %r4, 0;";
    assert_eq!(word(text), 0);
    let text = "mov.u32 %r4, -1; mad.lo.cc.u32 %r6, %r4, 1, 1; madc.hi.u32 %r5, %r4, %r4, 0;";
    assert_eq!(word(text), 0xffff_fffe + 1);
}

#[test]
fn bits() {
    assert_eq!(word("mov.u32 %r4, 0xf0f0; popc.b32 %r5, %r4;"), 8);
    assert_eq!(word("mov.u32 %r4, 0xf0f0; clz.b32 %r5, %r4;"), 16);
    assert_eq!(word("mov.u64 %rd4, 1; clz.b64 %r5, %rd4;"), 63);
    assert_eq!(word("mov.u32 %r4, 0xf0f0; bfind.u32 %r5, %r4;"), 15);
    assert_eq!(word("mov.u32 %r4, 0xf0f0; bfind.shiftamt.u32 %r5, %r4;"), 16);
    assert_eq!(word("mov.u32 %r4, -1; bfind.s32 %r5, %r4;"), u32::MAX);
    assert_eq!(word("mov.u32 %r4, 1; brev.b32 %r5, %r4;"), 0x8000_0000);
    assert_eq!(word("mov.u32 %r4, 0xabcd; bfe.u32 %r5, %r4, 4, 8;"), 0xbc);
    assert_eq!(word("mov.u32 %r4, 0xabcd; bfe.s32 %r5, %r4, 4, 8;"), 0xffff_ffbc);
    assert_eq!(word("mov.u32 %r4, 0xabcd; bfe.s32 %r5, %r4, 24, 16;"), 0);
    assert_eq!(word("mov.u32 %r4, 0xff; mov.u32 %r6, 0; bfi.b32 %r5, %r4, %r6, 8, 4;"), 0xf00);
    assert_eq!(long("mov.u64 %rd4, 3; mov.u64 %rd6, 5; bfi.b64 %rd5, %rd4, %rd6, 32, 32;"), 3 << 32 | 5);
    assert_eq!(word("mov.u32 %r4, 1; shl.b32 %r5, %r4, 32;"), 0);
    assert_eq!(word("mov.u32 %r4, -8; shr.s32 %r5, %r4, 40;"), u32::MAX);
    assert_eq!(word("mov.u32 %r4, -8; shr.u32 %r5, %r4, 28;"), 15);
    assert_eq!(word("mov.u32 %r4, 1; mov.u32 %r6, 0x80000000; shf.l.wrap.b32 %r5, %r6, %r4, 33;"), 3);
    assert_eq!(word("mov.u32 %r4, 1; mov.u32 %r6, 2; shf.r.clamp.b32 %r5, %r4, %r6, 40;"), 2);
    assert_eq!(
        word("mov.u32 %r4, 0x33221100; mov.u32 %r6, 0x77665544; prmt.b32 %r5, %r4, %r6, 0x7340;"),
        0x7733_4400
    );
    assert_eq!(word("mov.u32 %r4, 0x00008000; prmt.b32 %r5, %r4, 0, 0x9991;"), 0xffff_ff80);
    assert_eq!(
        word("mov.u32 %r4, 0xcc; mov.u32 %r6, 0xaa; mov.u32 %r7, 0xf0; lop3.b32 %r5, %r7, %r4, %r6, 0x96;"),
        0x96
    );
    assert_eq!(word("mov.u32 %r4, 0; cnot.b32 %r5, %r4;"), 1);
    assert_eq!(word("mov.u32 %r4, 0x01ff0203; mov.u32 %r6, 0x01010101; dp4a.s32.s32 %r5, %r4, %r6, 10;"), 15);
    assert_eq!(
        word("mov.u32 %r4, 0x01ff0203; mov.u32 %r6, 0x01010101; dp4a.u32.u32 %r5, %r4, %r6, 10;"),
        271
    );
    assert_eq!(word("mov.u32 %r4, 0b10110; mov.u32 %r6, 0; fns.b32 %r5, %r4, %r6, 2;"), 2);
}

#[test]
fn comparisons() {
    let choose = |test: &str| word(&format!("{test} selp.u32 %r5, 1, 0, %p1;"));
    assert_eq!(choose("mov.u32 %r4, -1; setp.lt.s32 %p1, %r4, 0;"), 1);
    assert_eq!(choose("mov.u32 %r4, -1; setp.lt.u32 %p1, %r4, 0;"), 0);
    assert_eq!(choose("mov.u32 %r4, -1; setp.hi.u32 %p1, %r4, 0;"), 1);
    assert_eq!(choose("mov.f32 %f4, 0f7FC00000; setp.eq.f32 %p1, %f4, %f4;"), 0);
    assert_eq!(choose("mov.f32 %f4, 0f7FC00000; setp.neu.f32 %p1, %f4, %f4;"), 1);
    assert_eq!(choose("mov.f32 %f4, 0f7FC00000; setp.ne.f32 %p1, %f4, 0f00000000;"), 0);
    assert_eq!(choose("mov.f64 %fd4, 0d7FF8000000000000; setp.ltu.f64 %p1, %fd4, 0d0000000000000000;"), 1);
    assert_eq!(choose("mov.f64 %fd4, 0d7FF8000000000000; setp.nan.f64 %p1, %fd4, %fd4;"), 1);
    let both = "mov.pred %p3, 1; mov.u32 %r4, 3; setp.eq.and.s32 %p1|%p2, %r4, 4, %p3;";
    assert_eq!(choose(both), 0);
    assert_eq!(word(&format!("{both} selp.u32 %r5, 1, 0, %p2;")), 1);
    assert_eq!(choose("mov.pred %p3, 0; mov.u32 %r4, 3; setp.eq.or.s32 %p1, %r4, 3, !%p3;"), 1);
    assert_eq!(choose("mov.pred %p3, 1; not.pred %p2, %p3; xor.pred %p1, %p2, %p3;"), 1);
    assert_eq!(word("mov.u32 %r4, -3; slct.u32.s32 %r5, 1, 2, %r4;"), 2);
    assert_eq!(word("mov.u32 %r4, 3; set.gt.u32.s32 %r5, %r4, 2;"), u32::MAX);
}

#[test]
fn floating_point() {
    assert_eq!(single("mov.f32 %f4, 0f3F800000; fma.rn.f32 %f5, %f4, 0f40000000, 0f3F000000;"), 2.5);
    assert_eq!(double("mov.f64 %fd4, 0d4000000000000000; sqrt.rn.f64 %fd5, %fd4;"), 2f64.sqrt());
    assert_eq!(
        single("mov.f32 %f4, 0f3F800000; mov.f32 %f6, 0f40400000; div.rn.f32 %f5, %f4, %f6;"),
        1.0 / 3.0
    );
    let third = |mode: &str| {
        single(&format!("mov.f32 %f4, 0f3F800000; mov.f32 %f6, 0f40400000; div.{mode}.f32 %f5, %f4, %f6;"))
    };
    assert!(third("rm") < third("rp"));
    assert_eq!(third("rz"), third("rm"));
    assert_eq!(third("rm").next_up(), third("rp"));
    // One and a quarter of what its last place is worth.
    let sum = |mode: &str| {
        double(&format!("mov.f64 %fd4, 0d3FF0000000000000; add.{mode}.f64 %fd5, %fd4, 0d3C90000000000000;"))
    };
    assert_eq!((sum("rn"), sum("rz"), sum("rm"), sum("rp")), (1.0, 1.0, 1.0, 1f64.next_up()));
    let sum = |mode: &str| {
        double(&format!("mov.f64 %fd4, 0dBFF0000000000000; add.{mode}.f64 %fd5, %fd4, 0d3C90000000000000;"))
    };
    assert_eq!((sum("rz"), sum("rm"), sum("rp")), ((-1f64).next_up(), -1.0, (-1f64).next_up()));
    let product = |mode: &str| single(&format!("mov.f32 %f4, 0f3F800001; mul.{mode}.f32 %f5, %f4, %f4;"));
    assert_eq!(product("rp"), product("rn").next_up());
    let fused =
        |mode: &str| single(&format!("mov.f32 %f4, 0f3F800001; fma.{mode}.f32 %f5, %f4, %f4, 0f00000000;"));
    assert_eq!((fused("rz"), fused("rp")), (product("rz"), product("rp")));
    assert_eq!(single("mov.f32 %f4, 0f7F7FFFFF; add.rz.f32 %f5, %f4, %f4;"), f32::MAX);
    assert_eq!(single("mov.f32 %f4, 0f7FC00000; max.f32 %f5, %f4, 0f40000000;"), 2.0);
    assert!(single("mov.f32 %f4, 0f7FC00000; max.NaN.f32 %f5, %f4, 0f40000000;").is_nan());
    assert!(single("mov.f32 %f4, 0f80000000; max.f32 %f5, %f4, 0f00000000;").is_sign_positive());
    assert_eq!(single("mov.f32 %f4, 0f40000000; mul.sat.f32 %f5, %f4, %f4;"), 1.0);
    assert_eq!(single("mov.f32 %f4, 0f00000001; mul.ftz.f32 %f5, %f4, 0f4B000000;"), 0.0);
    assert_eq!(single("mov.f32 %f4, 0f40400000; ex2.approx.ftz.f32 %f5, %f4;"), 8.0);
    assert_eq!(single("mov.f32 %f4, 0f41000000; lg2.approx.ftz.f32 %f5, %f4;"), 3.0);
    assert_eq!(single("mov.f32 %f4, 0f40800000; rsqrt.approx.f32 %f5, %f4;"), 0.5);
    assert_eq!(double("mov.f64 %fd4, 0d4010000000000000; rcp.approx.ftz.f64 %fd5, %fd4;"), 0.25);
    assert_eq!(
        double("mov.f64 %fd4, 0dBFF0000000000000; copysign.f64 %fd5, %fd4, 0d4008000000000000;"),
        -3.0
    );
    assert_eq!(word("mov.f32 %f4, 0f7F800000; testp.infinite.f32 %p1, %f4; selp.u32 %r5, 1, 0, %p1;"), 1);
}

#[test]
fn what_a_device_does_otherwise() {
    // The sum of two subnormal numbers is one; of memory that is not shared it is zero, with the sign.
    let sum = |address: &str, old: &str, value: &str| {
        word(&format!(
            ".shared .align 4 .b32 box; mov.u64 %rd6, box; cvta.shared.u64 %rd7, %rd6; mov.u64 %rd8, %rd0;
             mov.f32 %f4, 0f{old}; mov.f32 %f6, 0f{value};
             st.f32 [{address}], %f4; atom.add.f32 %f7, [{address}], %f6; ld.f32 %f5, [{address}];
             mov.b32 %r5, %f5;"
        ))
    };
    assert_eq!(sum("%rd7", "00000001", "00000001"), 2);
    assert_eq!(sum("%rd8", "00000001", "00000001"), 0);
    assert_eq!(sum("%rd8", "80000001", "80000001"), 0x8000_0000);
    assert_eq!(sum("%rd8", "00800001", "80800000"), 0);
    assert_eq!(sum("%rd8", "3F800000", "3F800000"), 0x4000_0000);
    assert_eq!(
        word(
            "mov.f32 %f4, 0f00000001; st.global.f32 [%rd0], %f4; red.global.add.f32 [%rd0], %f4; ld.global.u32 %r5, [%rd0];"
        ),
        0
    );
    assert_eq!(
        long(
            "mov.b64 %rd6, 1; mov.b64 %fd4, %rd6; st.f64 [%rd0], %fd4; red.global.add.f64 [%rd0], %fd4; ld.u64 %rd5, [%rd0];"
        ),
        2
    );
    // A single that is no number is this one.
    assert_eq!(word("mov.f32 %f4, 0f00000000; div.rn.f32 %f5, %f4, %f4; mov.b32 %r5, %f5;"), 0x7fff_ffff);
    assert_eq!(word("mov.f32 %f4, 0fFFC00001; add.f32 %f5, %f4, %f4; mov.b32 %r5, %f5;"), 0x7fff_ffff);
    assert_eq!(single("mov.f32 %f4, 0f7F000000; div.approx.f32 %f5, %f4, 0f7F000000;"), 0.0);
    assert_eq!(single("mov.f32 %f4, 0f7F000000; div.full.f32 %f5, %f4, 0f7F000000;"), 1.0);
    assert_eq!(single("mov.f64 %fd4, 0d3800000000000000; cvt.rn.ftz.f32.f64 %f5, %fd4;"), 0.0);
    assert!(single("mov.f64 %fd4, 0d3800000000000000; cvt.rn.f32.f64 %f5, %fd4;") > 0.0);
}

#[test]
fn numbers_of_16_bits() {
    let half =
        |body: &str| word(&format!("{body} mov.b32 %r5, {{%h5, %h6}}; and.b32 %r5, %r5, 0xffff;")) as u16;
    assert_eq!(half("mov.b16 %h6, 0; mov.b16 %h4, 0x3c00; add.f16 %h5, %h4, %h4;"), 0x4000);
    assert_eq!(half("mov.b16 %h6, 0; mov.f32 %f4, 0f3F800000; cvt.rn.f16.f32 %h5, %f4;"), 0x3c00);
    assert_eq!(half("mov.b16 %h6, 0; mov.f32 %f4, 0f477FFFFF; cvt.rn.f16.f32 %h5, %f4;"), 0x7c00);
    assert_eq!(half("mov.b16 %h6, 0; mov.f32 %f4, 0f33800000; cvt.rn.f16.f32 %h5, %f4;"), 1);
    assert_eq!(single("mov.b16 %h4, 0xc200; cvt.f32.f16 %f5, %h4;"), -3.0);
    assert_eq!(single("mov.b16 %h4, 0x0001; cvt.f32.f16 %f5, %h4;"), 2f32.powi(-24));
    assert_eq!(word("mov.u32 %r4, 0x3c004000; fma.rn.f16x2 %r5, %r4, %r4, %r4;"), 0x4000_4600);
    assert_eq!(half("mov.b16 %h6, 0; mov.f32 %f4, 0f3F810000; cvt.rn.bf16.f32 %h5, %f4;"), 0x3f81);
    assert_eq!(word("mov.b16 %h4, 0x3c00; setp.lt.f16 %p1, %h4, %h4; selp.u32 %r5, 1, 0, %p1;"), 0);
}

#[test]
fn conversions() {
    assert_eq!(word("mov.u32 %r4, 0x1ff; cvt.s32.s8 %r5, %r4;"), u32::MAX);
    assert_eq!(word("mov.u32 %r4, 0x1ff; cvt.u32.u8 %r5, %r4;"), 0xff);
    assert_eq!(word("mov.u32 %r4, 300; cvt.sat.u8.u32 %r5, %r4;"), 255);
    assert_eq!(word("mov.u32 %r4, -300; cvt.sat.s8.s32 %r5, %r4;"), -128i32 as u32);
    assert_eq!(long("mov.u32 %r4, -3; cvt.s64.s32 %rd5, %r4;"), -3i64 as u64);
    assert_eq!(long("mov.u32 %r4, -3; cvt.u64.u32 %rd5, %r4;"), 0xffff_fffd);
    assert_eq!(word("mov.u64 %rd4, 0x123456789; cvt.u32.u64 %r5, %rd4;"), 0x2345_6789);
    assert_eq!(word("mov.u64 %rd4, 0x1ff; cvt.s16.s8 %h1, %rd4; cvt.s32.s16 %r5, %h1;"), u32::MAX);
    assert_eq!(word("mov.f32 %f4, 0fC0200000; cvt.rzi.s32.f32 %r5, %f4;"), -2i32 as u32);
    assert_eq!(word("mov.f32 %f4, 0fC0200000; cvt.rmi.s32.f32 %r5, %f4;"), -3i32 as u32);
    assert_eq!(word("mov.f32 %f4, 0f40200000; cvt.rni.s32.f32 %r5, %f4;"), 2);
    assert_eq!(word("mov.f64 %fd4, 0d42F0000000000000; cvt.rzi.s32.f64 %r5, %fd4;"), i32::MAX as u32);
    assert_eq!(word("mov.f64 %fd4, 0d7FF8000000000000; cvt.rzi.s32.f64 %r5, %fd4;"), 0);
    assert_eq!(double("mov.f64 %fd4, 0dC004000000000000; cvt.rmi.f64.f64 %fd5, %fd4;"), -3.0);
    assert_eq!(double("mov.u64 %rd4, -1; cvt.rn.f64.u64 %fd5, %rd4;"), 2f64.powi(64));
    assert_eq!(double("mov.u64 %rd4, -1; cvt.rz.f64.u64 %fd5, %rd4;"), 2f64.powi(64).next_down());
    assert_eq!(single("mov.f64 %fd4, 0d3FF0000000000001; cvt.rp.f32.f64 %f5, %fd4;"), 1f32.next_up());
    assert_eq!(single("mov.f64 %fd4, 0d3FF0000000000001; cvt.rn.f32.f64 %f5, %fd4;"), 1.0);
}

#[test]
fn moves() {
    assert_eq!(long("mov.u32 %r4, 1; mov.u32 %r6, 2; mov.b64 %rd5, {%r4, %r6};"), 2 << 32 | 1);
    assert_eq!(word("mov.u64 %rd4, 0x300000001; { .reg .b32 %t; mov.b64 {%t, %r5}, %rd4; }"), 3);
    assert_eq!(word("mov.u64 %rd4, 0x300000001; mov.b64 {%r5, _}, %rd4;"), 1);
    assert_eq!(word("mov.u16 %h1, 1; mov.u16 %h2, 2; mov.b32 %r5, {%h1, %h2};"), 0x2_0001);
    assert_eq!(word("mov.u32 %r5, %nctaid.x;"), 1);
    assert_eq!(word("mov.u32 %r5, %lanemask_lt;"), 0);
    assert_eq!(word("mov.u32 %r5, WARP_SZ;"), 32);
}
