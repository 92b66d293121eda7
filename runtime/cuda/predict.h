/*
 * Will the host take a block back when a region that uses it has ended? Then it is sent back, several times as fast as the host fetches
 * it page by page (prefetch.h).
 *
 * Nobody knows, but programs repeat themselves. What is counted is how many regions use the block from one time that the host takes
 * all of it to the next. If this has been the same number twice in a row, the block is sent back after as many: after each region where
 * the host reads all results at once, after the hundredth of a hundred sweeps.
 *
 * A small part of what is sent back, the witness, stays on the device. Where the host has fetched it before the block is used again, the
 * prediction was right. Otherwise the transfer was in vain, and from now on the number has to repeat twice as often as before.
 *
 * No call of CUDA's here: tests/runtime/cuda/predict_alone.cpp tries it by itself.
 */
#ifndef GPUMP_CUDA_PREDICT_H
#define GPUMP_CUDA_PREDICT_H

namespace gpump {

class Prediction {
public:
    /* A region that uses the block begins. Has the host taken all of it since the one before? Of a block that was sent back: its witness. */
    void begin(bool is_taken)
    {
        if (is_taken) {
            repeats_ = uses_ == period_ ? repeats_ + 1 : 1;
            period_ = uses_;
            uses_ = 0;
        } else if (is_sent_ && wanted_ < MOST_WANTED) {
            wanted_ *= 2;
        }
        is_sent_ = false;
        uses_++;
    }

    /* Is it to be sent back after this region? */
    bool is_due() const { return repeats_ >= wanted_ && uses_ == period_; }

    void send() { is_sent_ = true; }

private:
    static const unsigned int MOST_WANTED = 1u << 20;

    unsigned int uses_ = 0;    /* by regions, since the host took all of it */
    unsigned int period_ = 0;  /* how many they were before it did so */
    unsigned int repeats_ = 0; /* how often in a row */
    unsigned int wanted_ = 2;  /* before that is believed */
    bool is_sent_ = false;
};

} // namespace gpump

#endif
