//! What threads do together: barriers, shuffles, votes, atomics, grids.

mod common;

use common::{Bench, kernel};
use gpump_simulator::interface::Settings;

/// What each of `threads` threads leaves in `%r5`.
fn words(threads: u32, body: &str) -> Vec<u32> {
    let bench = Bench::new(&kernel(4, &format!("{body}\nst.global.u32 [%rd0], %r5;")));
    let memory = bench.memory(&vec![0u32; threads as usize]);
    bench.run("test", 1, threads, &[memory]).unwrap_or_else(|fault| panic!("{body}: {fault}"));
    bench.values(memory, threads as usize)
}

#[test]
fn shuffles() {
    let lane = |each: fn(u32) -> u32| (0..32).map(each).collect::<Vec<u32>>();
    assert_eq!(words(32, "shfl.sync.idx.b32 %r5, %r3, 5, 31, -1;"), lane(|_| 5));
    assert_eq!(
        words(32, "shfl.sync.down.b32 %r5, %r3, 4, 31, -1;"),
        lane(|n| if n + 4 < 32 { n + 4 } else { n })
    );
    assert_eq!(words(32, "shfl.sync.up.b32 %r5, %r3, 4, 0, -1;"), lane(|n| if n >= 4 { n - 4 } else { n }));
    assert_eq!(words(32, "shfl.sync.bfly.b32 %r5, %r3, 1, 31, -1;"), lane(|n| n ^ 1));
    // In parts of 8 threads.
    let parts = "shfl.sync.down.b32 %r5, %r3, 6, 0x181f, -1;";
    assert_eq!(words(32, parts), lane(|n| if n % 8 < 2 { n + 6 } else { n }));
    let inside = "shfl.sync.down.b32 %r4|%p1, %r3, 4, 31, -1; selp.u32 %r5, 1, 0, %p1;";
    assert_eq!(words(32, inside), lane(|n| u32::from(n < 28)));
}

#[test]
fn shuffles_wait_for_threads_that_come_later() {
    let body = "
        and.b32 %r4, %r3, 1;
        setp.eq.s32 %p1, %r4, 0;
        @%p1 bra EVEN;
        mul.lo.s32 %r6, %r3, 10;
        shfl.sync.bfly.b32 %r5, %r6, 1, 31, -1;
        bra.uni JOIN;
        EVEN: mul.lo.s32 %r6, %r3, 100;
        shfl.sync.bfly.b32 %r5, %r6, 1, 31, -1;
        JOIN:";
    let expected: Vec<u32> = (0..32).map(|n| if n % 2 == 0 { (n + 1) * 10 } else { (n - 1) * 100 }).collect();
    assert_eq!(words(32, body), expected);
}

#[test]
fn votes_matches_and_reductions() {
    let third = "rem.u32 %r4, %r3, 3; setp.eq.u32 %p1, %r4, 0;";
    let thirds = (0..32).filter(|n| n % 3 == 0).fold(0, |mask, n| mask | 1u32 << n);
    assert_eq!(words(32, &format!("{third} vote.sync.ballot.b32 %r5, %p1, -1;")), vec![thirds; 32]);
    let vote = |mode: &str| {
        words(32, &format!("{third} vote.sync.{mode}.pred %p2, %p1, -1; selp.u32 %r5, 1, 0, %p2;"))[0]
    };
    assert_eq!((vote("any"), vote("all"), vote("uni")), (1, 0, 0));
    let matched = words(32, &format!("{third} match.any.sync.b32 %r5, %r4, -1;"));
    assert_eq!(matched, (0..32).map(|n| mask_of(n % 3)).collect::<Vec<u32>>());
    assert_eq!(words(32, "match.all.sync.b32 %r5|%p1, %r2, -1;"), vec![u32::MAX; 32]);
    assert_eq!(words(32, "redux.sync.add.u32 %r5, %r3, -1;"), vec![496; 32]);
    assert_eq!(words(32, "sub.s32 %r4, 5, %r3; redux.sync.min.s32 %r5, %r4, -1;"), vec![-26i32 as u32; 32]);
    assert_eq!(words(32, "activemask.b32 %r5;"), vec![u32::MAX; 32]);
    assert_eq!(words(20, "activemask.b32 %r5;"), vec![0xf_ffff; 20]);
    let elected = words(32, "elect.sync %r4|%p1, -1; selp.u32 %r5, 1, 0, %p1;");
    assert_eq!(elected.iter().sum::<u32>(), 1);
}

fn mask_of(rest: u32) -> u32 {
    (0..32).filter(|n| n % 3 == rest).fold(0, |mask, n| mask | 1 << n)
}

#[test]
fn threads_that_exited_are_not_waited_for() {
    let body = "
        mov.u32 %r5, 0;
        setp.lt.u32 %p1, %r3, 8;
        @%p1 ret;
        bar.warp.sync -1;
        vote.sync.ballot.b32 %r5, 1, -1;
        bar.sync 0;";
    let found = words(64, body);
    assert_eq!(found[..8], [0; 8]);
    assert_eq!(found[8..32], [0xffff_ff00; 24]);
}

#[test]
fn a_block_reverses_through_shared_memory() {
    let body = "
        .shared .align 4 .b8 line[400];
        mov.u32 %r6, line;
        shl.b32 %r7, %r3, 2;
        add.s32 %r8, %r6, %r7;
        st.shared.u32 [%r8], %r3;
        bar.sync 0;
        sub.s32 %r9, 99, %r3;
        shl.b32 %r9, %r9, 2;
        add.s32 %r9, %r9, %r6;
        ld.shared.u32 %r5, [%r9];";
    assert_eq!(words(100, body), (0..100).rev().collect::<Vec<u32>>());
}

#[test]
fn barriers_reduce() {
    let half = "setp.lt.u32 %p1, %r3, 40;";
    assert_eq!(words(100, &format!("{half} barrier.sync 1; bar.red.popc.u32 %r5, 0, %p1;")), vec![40; 100]);
    let both =
        |mode: &str| words(100, &format!("{half} bar.red.{mode}.pred %p2, 0, %p1; selp.u32 %r5, 1, 0, %p2;"));
    assert_eq!((both("or"), both("and")), (vec![1; 100], vec![0; 100]));
}

#[test]
fn named_barriers_let_producers_go_on() {
    // The first warp only arrives; the second waits for what it wrote.
    let body = "
        .shared .align 4 .b8 box[4];
        mov.u32 %r5, 0;
        setp.ge.u32 %p1, %r3, 32;
        @%p1 bra SECOND;
        st.shared.u32 [box], 77;
        bar.arrive 3, 64;
        bra.uni END;
        SECOND: bar.sync 3, 64;
        ld.shared.u32 %r5, [box];
        END:";
    assert_eq!(words(64, body)[32..], [77; 32]);
}

#[test]
fn atomics() {
    let all = |operation: &str, kind: &str, start: u32, value: &str| {
        let bench = Bench::new(&kernel(0, &format!("atom.global.{operation}.{kind} %r5, [%rd0], {value};")));
        let memory = bench.memory(&[start; 4]);
        bench.run("test", 2, 50, &[memory]).unwrap();
        bench.values::<u32>(memory, 1)[0]
    };
    assert_eq!(all("add", "u32", 5, "%r0"), 5 + 4950);
    assert_eq!(all("max", "s32", -7i32 as u32, "%r0"), 99);
    assert_eq!(all("min", "s32", 3, "-4"), -4i32 as u32);
    assert_eq!(all("max", "u32", 3, "-4"), -4i32 as u32);
    assert_eq!(all("or", "b32", 0, "%r0"), 127);
    assert_eq!(all("and", "b32", u32::MAX, "%r0"), 0);
    assert_eq!(all("xor", "b32", 1, "0"), 1);
    assert_eq!(all("inc", "u32", 0, "6"), 100 % 7);
    assert_eq!(all("dec", "u32", 0, "6"), 7 - 100 % 7);
    assert_eq!(all("exch", "b32", 0, "9"), 9);
    assert_eq!(all("cas", "b32", 8, "8, 21"), 21);
    let bench = Bench::new(&kernel(
        0,
        "red.global.add.f64 [%rd0], 0d3FE0000000000000; atom.add.f32 %f1, [%rd0+8], 0f3F800000;",
    ));
    let memory = bench.memory(&[0u64; 2]);
    let statistics = bench.run("test", 2, 50, &[memory]).unwrap();
    assert_eq!(bench.values::<f64>(memory, 1), [50.0]);
    assert_eq!(bench.values::<f32>(memory + 8, 1), [100.0]);
    assert_eq!(statistics.atomics, 8);
}

#[test]
fn blocks_of_a_cooperative_grid_meet() {
    // Each block counts itself and waits until all have: with one worker and with several.
    let body = "
        atom.global.add.u32 %r4, [%rd1], 1;
        WAIT: ld.acquire.gpu.u32 %r5, [%rd1];
        setp.lt.u32 %p1, %r5, 64;
        @%p1 bra WAIT;";
    for (workers, seed) in [(1, 0), (2, 0), (1, 7), (3, 12345)] {
        let settings = Settings { workers, seed, ..Settings::default() };
        let mut bench = Bench::linked(&[&kernel(4, body)], settings);
        bench.cooperative = true;
        let memory = bench.memory(&[0u32; 1]);
        bench.run("test", 64, 1, &[memory]).unwrap();
        assert_eq!(bench.values::<u32>(memory, 1), [64]);
    }
}

#[test]
fn many_blocks_run_on_several_workers() {
    for seed in [0, 3] {
        let settings = Settings { workers: 4, seed, ..Settings::default() };
        let bench = Bench::linked(
            &[&kernel(4, "bar.sync 0; st.global.u32 [%rd0], %r0; red.global.add.u32 [%rd1], 0;")],
            settings,
        );
        let memory = bench.memory(&vec![0u32; 64 * 500]);
        let statistics = bench.run("test", 500, 64, &[memory]).unwrap();
        assert_eq!(bench.values::<u32>(memory, 64 * 500), (0..64 * 500).collect::<Vec<u32>>());
        assert_eq!((statistics.blocks, statistics.warps, statistics.barriers), (500, 1000, 1000));
    }
}

#[test]
fn waiting_is_told_apart_from_work() {
    // The thread of a block does 12 instructions, the last branch in vain, and 3 more each time that it looks again.
    let body = "
        atom.global.add.u32 %r4, [%rd1], 1;
        WAIT: ld.volatile.global.u32 %r5, [%rd1];
        setp.lt.u32 %p1, %r5, 64;
        @%p1 bra WAIT;";
    let mut waited = Vec::new();
    for (workers, seed) in [(1, 0), (1, 7), (3, 12345)] {
        let settings = Settings { workers, seed, ..Settings::default() };
        let mut bench = Bench::linked(&[&kernel(4, body)], settings);
        bench.cooperative = true;
        let memory = bench.memory(&[0u32; 1]);
        let counted = bench.run("test", 64, 1, &[memory]).unwrap();
        assert_eq!(counted.warp_instructions - counted.waiting_instructions, 64 * 12);
        assert_eq!(counted.thread_instructions - counted.waiting_thread_instructions, 64 * 11);
        assert_eq!(counted.global_load_sectors - counted.waiting_sectors, 64);
        assert_eq!(counted.waiting_instructions, 3 * counted.waiting_sectors);
        waited.push(counted.waiting_instructions);
    }
    // That they wait, and for how long, is a matter of turns.
    assert!(waited[0] > 0 && waited[0] != waited[1], "{waited:?}");
}

#[test]
fn the_others_of_a_warp_work_while_one_waits() {
    // A thread waits for its neighbour, which computes before it tells: what it computes is not waiting.
    let body = "
        setp.eq.u32 %p1, %r3, 1;
        mov.u32 %r6, 0;
        @%p1 bra WORK;
        WAIT: ld.volatile.global.u32 %r5, [%rd1];
        setp.eq.u32 %p2, %r5, 0;
        @%p2 bra WAIT;
        bra.uni END;
        WORK: add.u32 %r6, %r6, 1;
        setp.lt.u32 %p2, %r6, 5000;
        @%p2 bra WORK;
        st.volatile.global.u32 [%rd1], 1;
        END:";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 1]);
    let counted = bench.run("test", 1, 2, &[memory]).unwrap();
    let work = counted.warp_instructions - counted.waiting_instructions;
    // Each time that the one looks first behind a turn of the other, its loop counts.
    assert!(counted.waiting_instructions > 0 && (15_000..16_000).contains(&work), "{work} of {counted:?}");
}

#[test]
fn who_reads_or_writes_in_between_does_not_wait() {
    let waiting_by = |look: &str, between: &str, address: &str| {
        let body = format!(
            "mov.u32 %r4, 0;
            mov.u64 %rd3, %rd1;
            AGAIN: {look}
            {address}
            {between}
            add.u32 %r4, %r4, 1;
            setp.lt.u32 %p1, %r4, 10;
            @%p1 bra AGAIN;"
        );
        let bench = Bench::new(&kernel(4, &body));
        let memory = bench.memory(&[0u32; 64]);
        bench.run("test", 1, 32, &[memory]).unwrap().waiting_instructions
    };
    let waiting =
        |between: &str, address: &str| waiting_by("ld.volatile.global.u32 %r5, [%rd3];", between, address);
    assert_eq!(waiting("", ""), 9 * 4);
    assert_eq!(waiting("st.global.u32 [%rd0+128], %r4;", ""), 0);
    assert_eq!(waiting("ld.global.u32 %r6, [%rd0+128];", ""), 0);
    assert_eq!(waiting("red.global.add.u32 [%rd1+128], 1;", ""), 0);
    assert_eq!(waiting("ld.volatile.global.u32 %r6, [%rd1+128];", ""), 0);
    assert_eq!(waiting("", "add.u64 %rd3, %rd3, 4;"), 0);
    // An atomic operation is a look if it changes nothing, and somebody wants to know.
    let by_atomic = |look: &str| waiting_by(look, "", "");
    assert_eq!(by_atomic("atom.global.cas.b32 %r5, [%rd3], 7, 8;"), 9 * 4);
    assert_eq!(by_atomic("atom.global.add.u32 %r5, [%rd3], 1;"), 0);
    assert_eq!(by_atomic("red.global.max.u32 [%rd3], 0;"), 0);
    assert_eq!(by_atomic("ld.global.u32 %r5, [%rd3];"), 0);
}
