// y_ic = sum over the entries (i, j, w) of row i of w * x_jc; a thread for each i and c.
extern "C" __global__ void affinity_times(const long long* offsets, const long long* to,
                                          const float* weights, const float* x, float* y, int rows,
                                          int columns) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= rows * columns) return;
  int row = at / columns, column = at % columns;
  float sum = 0;
  for (long long e = offsets[row]; e < offsets[row + 1]; e++) {
    sum += weights[e] * x[to[e] * columns + column];
  }
  y[at] = sum;
}
