// A solution: the distance is halved in each step, so five steps do for 32 lanes.

/// What `__shfl_down_sync` gives each lane: the value of the lane `offset` places on, or
/// its own where there is no such lane.
pub fn shuffle_down(lanes: &[i32; 32], offset: usize) -> [i32; 32] {
    std::array::from_fn(|lane| lanes[if lane + offset < 32 { lane + offset } else { lane }])
}

/// The sum of all lanes' values, as lane 0 has it in the end, and how many steps it took.
pub fn warp_sum(mut lanes: [i32; 32]) -> (i32, usize) {
    let (mut offset, mut steps) = (16, 0);
    while offset > 0 {
        let other = shuffle_down(&lanes, offset);
        for (mine, other) in lanes.iter_mut().zip(other) {
            *mine += other;
        }
        offset /= 2;
        steps += 1;
    }
    (lanes[0], steps)
}
