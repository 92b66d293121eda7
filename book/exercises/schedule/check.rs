// Every iteration runs once, and the chunks are dealt out as the specification says.

use std::ops::Range;

use self::answer::static_schedule;

fn ranges(all: &[Range<u64>]) -> Vec<Range<u64>> {
    all.iter().filter(|range| !range.is_empty()).cloned().collect()
}

pub fn check() {
    for threads in [1, 2, 3, 8] {
        for iterations in [0, 1, 7, 8, 80, 81] {
            for chunk in [None, Some(1), Some(3), Some(100)] {
                let mut seen: Vec<u64> = (0..threads)
                    .flat_map(|thread| static_schedule(thread, threads, iterations, chunk))
                    .flatten()
                    .collect();
                seen.sort_unstable();
                let all: Vec<u64> = (0..iterations).collect();
                assert_eq!(seen, all, "{iterations} iterations by {threads} threads, chunk {chunk:?}");
            }
        }
    }
    let sizes: Vec<usize> =
        (0..4).map(|thread| static_schedule(thread, 4, 10, None).into_iter().flatten().count()).collect();
    assert_eq!(sizes.iter().max(), Some(&3), "10 iterations by 4 threads: {sizes:?}");
    assert_eq!(sizes.iter().min(), Some(&2), "10 iterations by 4 threads: {sizes:?}");
    assert!(ranges(&static_schedule(1, 4, 10, None)).len() <= 1, "one range for each thread");
    assert_eq!(ranges(&static_schedule(1, 2, 10, Some(3))), [3..6, 9..10], "chunks of 3 go round");
}
