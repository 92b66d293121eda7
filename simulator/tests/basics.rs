//! Kernels as nvcc writes them run to the expected memory.

mod common;

use common::{Bench, kernel};

#[test]
fn every_thread_writes_its_number() {
    let bench = Bench::new(&kernel(4, "st.global.u32 [%rd0], %r0;"));
    let memory = bench.memory(&[0u32; 100]);
    let statistics = bench.run("test", 4, 25, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 100), (0..100).collect::<Vec<_>>());
    assert_eq!((statistics.blocks, statistics.warps), (4, 4));
    assert_eq!(statistics.warp_instructions, 4 * 9);
    assert_eq!(statistics.thread_instructions, 100 * 9);
    assert_eq!(statistics.global_stores, 4);
}

#[test]
fn sectors_show_how_accesses_coalesce() {
    let body = "ld.global.u32 %r5, [%rd0];\nmul.wide.u32 %rd3, %r0, 128;\nadd.s64 %rd4, %rd1, %rd3;\nst.global.u32 [%rd4], %r5;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 1024]);
    let start = memory;
    let statistics = bench.run("test", 1, 32, &[start]).unwrap();
    let least = 4 + u64::from(!start.is_multiple_of(32));
    assert_eq!((statistics.global_loads, statistics.global_load_sectors), (1, least));
    assert_eq!((statistics.global_stores, statistics.global_store_sectors), (1, 32));
}

#[test]
fn divergent_threads_come_together_again() {
    let body = "
        and.b32 %r4, %r0, 1;
        setp.eq.s32 %p1, %r4, 0;
        @%p1 bra EVEN;
        mul.lo.s32 %r5, %r0, 3;
        bra.uni JOIN;
        EVEN: add.s32 %r5, %r0, 1000;
        JOIN: st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 64]);
    let statistics = bench.run("test", 1, 64, &[memory]).unwrap();
    let expected: Vec<u32> = (0..64).map(|n| if n % 2 == 0 { n + 1000 } else { n * 3 }).collect();
    assert_eq!(bench.values::<u32>(memory, 64), expected);
    assert_eq!(statistics.divergent_branches, 2);
    // The store was executed once for each warp, not once for each way.
    assert_eq!(statistics.global_stores, 2);
}

#[test]
fn loops_of_different_lengths_end_together() {
    let body = "
        mov.u32 %r4, 0;
        mov.u32 %r5, 0;
        LOOP: setp.ge.u32 %p1, %r4, %r0;
        @%p1 bra DONE;
        add.s32 %r5, %r5, %r4;
        add.s32 %r4, %r4, 1;
        bra.uni LOOP;
        DONE: st.global.u32 [%rd0], %r5;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 32]);
    let statistics = bench.run("test", 1, 32, &[memory]).unwrap();
    assert_eq!(
        bench.values::<u32>(memory, 32),
        (0..32u32).map(|n| n * (n.max(1) - 1) / 2).collect::<Vec<_>>()
    );
    assert_eq!(statistics.global_stores, 1);
}

#[test]
fn a_lock_among_the_threads_of_a_warp_makes_progress() {
    // Each thread takes the lock at the first word and adds to the second without an atomic.
    let body = "
        TRY: atom.global.cas.b32 %r4, [%rd1], 0, 1;
        setp.ne.s32 %p1, %r4, 0;
        @%p1 bra TRY;
        ld.volatile.global.u32 %r5, [%rd1+4];
        add.s32 %r5, %r5, 1;
        st.volatile.global.u32 [%rd1+4], %r5;
        membar.gl;
        atom.global.exch.b32 %r6, [%rd1], 0;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 2]);
    bench.run("test", 3, 100, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 2), [0, 300]);
}

#[test]
fn a_thread_waits_for_a_later_one_of_its_warp() {
    // Thread 0 spins at lower addresses of the code than the others' store.
    let body = "
        setp.ne.s32 %p1, %r0, 0;
        @%p1 bra OTHERS;
        WAIT: ld.volatile.global.u32 %r4, [%rd1];
        setp.eq.s32 %p2, %r4, 0;
        @%p2 bra WAIT;
        st.global.u32 [%rd1+4], 7;
        ret;
        OTHERS: st.volatile.global.u32 [%rd1], 1;";
    let bench = Bench::new(&kernel(4, body));
    let memory = bench.memory(&[0u32; 2]);
    bench.run("test", 1, 32, &[memory]).unwrap();
    assert_eq!(bench.values::<u32>(memory, 2), [1, 7]);
}

#[test]
fn conflicts_of_banks_are_counted() {
    let conflicts = |stride: u32, access: &str| {
        let body = format!(
            ".shared .align 16 .b8 box[16384]; mov.u32 %r6, box; mul.lo.s32 %r7, %r3, {stride};\n\
             add.s32 %r8, %r6, %r7; {access}"
        );
        let bench = Bench::new(&kernel(4, &body));
        bench.run("test", 1, 32, &[0]).unwrap().shared_conflicts
    };
    assert_eq!(conflicts(4, "ld.shared.u32 %r5, [%r8];"), 0);
    assert_eq!(conflicts(0, "ld.shared.u32 %r5, [%r8];"), 0);
    assert_eq!(conflicts(8, "ld.shared.u32 %r5, [%r8];"), 1);
    assert_eq!(conflicts(128, "st.shared.u32 [%r8], 1;"), 31);
    assert_eq!(conflicts(8, "ld.shared.u64 %rd5, [%r8];"), 0);
    assert_eq!(conflicts(16, "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r8];"), 0);
    assert_eq!(conflicts(256, "ld.shared.u64 %rd5, [%r8];"), 30);
}

#[test]
fn threads_that_spin_slowly_do_not_starve_the_one_they_wait_for() {
    // Each thread waits for the next one, in loops with long bodies at different places.
    let work = "mul.lo.s32 %r6, %r6, 3; add.s32 %r6, %r6, 1;\n".repeat(60);
    let wait = |label: &str, slot: u32| {
        format!(
            "{label}: {work} ld.volatile.global.u32 %r5, [%rd1+{slot}]; setp.eq.s32 %p2, %r5, 0; @%p2 bra {label};\n\
             st.volatile.global.u32 [%rd1+{}], 1; bra.uni END;\n",
            slot - 4
        )
    };
    let body = format!(
        "mov.u32 %r6, 1; setp.eq.s32 %p1, %r3, 0; @%p1 bra A; setp.eq.s32 %p1, %r3, 1; @%p1 bra B;\n\
         setp.eq.s32 %p1, %r3, 2; @%p1 bra C; bra.uni D;\n{}{}{}\
         D: mov.u32 %r7, 0; LOOP: {work} add.s32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 100; @%p3 bra LOOP;\n\
         st.volatile.global.u32 [%rd1+12], 1;\nEND:",
        wait("A", 4),
        wait("B", 8),
        wait("C", 12)
    );
    for seed in [0, 9] {
        let settings = gpump_simulator::interface::Settings { workers: 1, seed, ..Default::default() };
        let bench = Bench::linked(&[&kernel(4, &body)], settings);
        let memory = bench.memory(&[0u32; 4]);
        let statistics = bench.run("test", 1, 4, &[memory]).unwrap();
        assert_eq!(bench.values::<u32>(memory, 4), [1; 4]);
        assert!(statistics.warp_instructions < 1_000_000, "{}", statistics.warp_instructions);
    }
}

#[test]
fn a_queue_under_a_lock_makes_progress() {
    // Odd threads add to a counter that even ones take from, each 50 times; under
    // the lock they look whether they can, and try again if not.
    let body = "
        and.b32 %r4, %r3, 1; mov.u32 %r9, 0;
        TRY: atom.global.cas.b32 %r5, [%rd1], 0, 1;
        setp.ne.s32 %p1, %r5, 0;
        @%p1 bra TRY;
        ld.volatile.global.u32 %r6, [%rd1+4];
        setp.eq.s32 %p2, %r4, 0;
        @%p2 bra TAKE;
        setp.ge.u32 %p3, %r6, 2;
        @%p3 bra RELEASE;
        add.s32 %r6, %r6, 1; add.s32 %r9, %r9, 1; st.volatile.global.u32 [%rd1+4], %r6;
        bra.uni RELEASE;
        TAKE: setp.eq.s32 %p3, %r6, 0;
        @%p3 bra RELEASE;
        add.s32 %r6, %r6, -1; add.s32 %r9, %r9, 1; st.volatile.global.u32 [%rd1+4], %r6;
        RELEASE: membar.gl;
        atom.global.exch.b32 %r7, [%rd1], 0;
        setp.lt.u32 %p4, %r9, 50;
        @%p4 bra TRY;";
    for threads in [2, 4, 6, 32] {
        let bench = Bench::new(&kernel(4, body));
        let memory = bench.memory(&[0u32; 2]);
        let statistics = bench.run("test", 1, threads, &[memory]).unwrap();
        assert_eq!(bench.values::<u32>(memory, 2), [0, 0]);
        assert!(statistics.warp_instructions < 10_000_000, "{}", statistics.warp_instructions);
    }
}
