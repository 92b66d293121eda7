// Exercise: the sum over a warp, with shuffles. In each step every lane reads the value that
// the lane `offset` behind it has, and all do so at once.
//
// This attempt makes one step.

/// What `__shfl_down_sync` gives each lane: the value of the lane `offset` places on, or
/// its own where there is no such lane.
pub fn shuffle_down(lanes: &[i32; 32], offset: usize) -> [i32; 32] {
    std::array::from_fn(|lane| lanes[if lane + offset < 32 { lane + offset } else { lane }])
}

/// The sum of all lanes' values, as lane 0 has it in the end, and how many steps it took.
pub fn warp_sum(mut lanes: [i32; 32]) -> (i32, usize) {
    let other = shuffle_down(&lanes, 1);
    for (mine, other) in lanes.iter_mut().zip(other) {
        *mine += other;
    }
    (lanes[0], 1)
}
