/*
 * What is predicted of a block (runtime/cuda/predict.h), by itself: run.sh builds it. Prints "predict: ok", or what is wrong, with the
 * status 1.
 */
#include <cstdio>

#include "predict.h"
#include "require.h"

/* A block, and how often it was sent back in vain or not. */
struct Block {
    gpump::Prediction prediction;
    int sent = 0, in_vain = 0;
    bool is_back = false;

    /* Then the host takes all of it, or not. */
    void regions(int count, bool is_taken)
    {
        for (int i = 0; i < count; i++) {
            prediction.begin(was_taken);
            was_taken = is_taken && i == count - 1;
            if ((is_back = prediction.is_due())) {
                prediction.send();
                sent++;
                in_vain += !was_taken;
            }
        }
    }

private:
    bool was_taken = false;
};

static void learns_what_is_taken_each_time()
{
    Block block;
    block.regions(1, true);
    block.regions(1, true);
    REQUIRE(block.sent == 0);
    for (int i = 0; i < 50; i++) {
        block.regions(1, true);
        REQUIRE(block.is_back);
    }
    REQUIRE(block.in_vain == 0);
}

/* Input that the host has just written is no evidence. */
static void first_use_counts_for_nothing()
{
    gpump::Prediction prediction;
    for (int i = 0; i < 3; i++) {
        REQUIRE(!prediction.is_due());
        prediction.begin(true);
    }
    REQUIRE(prediction.is_due());
}

static void sweeps_do_not_bounce()
{
    Block block;
    for (int i = 0; i < 20; i++)
        block.regions(100, true);
    REQUIRE(block.sent == 18 && block.in_vain == 0);
    Block irregular;
    for (int i = 0; i < 100; i++)
        irregular.regions(50 + i * 37 % 101, true);
    REQUIRE(irregular.sent == 0);
}

static void learned_too_soon()
{
    Block block;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 4; k++)
            block.regions(1, true);
        block.regions(100, true);
    }
    REQUIRE(block.in_vain <= 2);
}

static void is_dropped_at_once_and_learned_again()
{
    Block block;
    for (int i = 0; i < 10; i++)
        block.regions(1, true);
    block.regions(1, false);
    REQUIRE(block.is_back);
    block.regions(50, false);
    REQUIRE(block.in_vain == 1 && !block.is_back);
    const int sent = block.sent;
    block.regions(1, true); /* so many since the last time */
    for (int i = 0; i < 4; i++)
        block.regions(1, true);
    REQUIRE(block.sent == sent);
    block.regions(1, true);
    REQUIRE(block.sent == sent + 1);
}

/* Each time it is believed as soon as it may be, and wrong. */
static void is_seldom_wrong()
{
    Block block;
    unsigned int regions = 0;
    while (regions < 10000) {
        do {
            block.regions(1, true);
            regions++;
        } while (!block.prediction.is_due());
        block.regions(2, false);
        regions += 2;
    }
    REQUIRE(block.in_vain < 15);
}

static void is_never_taken_whole()
{
    Block block;
    block.regions(1000, false);
    REQUIRE(block.sent == 0);
}

/* Due, but the region only reads the block: the host takes it itself, or not. */
static void is_left_on_the_device()
{
    gpump::Prediction prediction;
    for (int i = 0; i < 10; i++)
        prediction.begin(true);
    REQUIRE(prediction.is_due());
    prediction.begin(false);
    REQUIRE(!prediction.is_due());
}

int main()
{
    learns_what_is_taken_each_time();
    first_use_counts_for_nothing();
    sweeps_do_not_bounce();
    learned_too_soon();
    is_dropped_at_once_and_learned_again();
    is_seldom_wrong();
    is_never_taken_whole();
    is_left_on_the_device();
    puts("predict: ok");
    return 0;
}
