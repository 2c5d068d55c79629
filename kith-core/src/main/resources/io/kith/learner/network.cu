// What a network does besides multiplying matrices, in one pass over memory each.
// Compiled at run time for the GPU at hand; the formulas are those of Activation, Dropout and the
// optimizers, and tests compare the two.

typedef unsigned short bf16;  // the upper half of a float

__device__ float wide(float v) { return v; }
__device__ float wide(bf16 v) { return __uint_as_float((unsigned) v << 16); }

__device__ void narrow(float v, float* to) { *to = v; }
__device__ void narrow(float v, bf16* to) {
  unsigned bits = __float_as_uint(v);
  *to = (bf16) ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);  // to the nearest, ties to even
}

// Four neighbours at once, from a multiple of four.
__device__ void load(const float* from, float* v) {
  float4 q = *(const float4*) from;
  v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
}
__device__ void load(const bf16* from, float* v) {
  ushort4 q = *(const ushort4*) from;
  v[0] = wide(q.x), v[1] = wide(q.y), v[2] = wide(q.z), v[3] = wide(q.w);
}
__device__ void store(const float* v, float* to) { *(float4*) to = make_float4(v[0], v[1], v[2], v[3]); }
__device__ void store(const float* v, bf16* to) {
  ushort4 q;
  narrow(v[0], &q.x), narrow(v[1], &q.y), narrow(v[2], &q.z), narrow(v[3], &q.w);
  *(ushort4*) to = q;
}

enum { RELU, LEAKY_RELU, ELU, TANH };

__device__ float activated(float z, int activation) {
  switch (activation) {
    case RELU: return z > 0 ? z : 0;
    case LEAKY_RELU: return z > 0 ? z : 0.01f * z;
    case ELU: return z > 0 ? z : expm1f(z);
    default: return tanhf(z);
  }
}

// The slope of an activation, from its output.
__device__ float slope(float h, int activation) {
  if (h == 0) return 0;  // dropped, or flat
  switch (activation) {
    case RELU: return h > 0;
    case LEAKY_RELU: return h > 0 ? 1 : 0.01f;
    case ELU: return h > 0 ? 1 : h + 1;
    default: return 1 - h * h;
  }
}

// The i-th number of a SplitMix64 sequence.
__device__ unsigned long long draw(unsigned long long state, long long i) {
  unsigned long long z = state + (i + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// z <- dropout(a(z)), four columns of a row to a thread.
// batch: rows in use and the slabs that they are cut into; seeds: one for each slab.
template <typename T>
__device__ void activate(T* z, int capacity, int columns, const long long* batch,
                         const unsigned long long* seeds, int activation, int drop_below) {
  int groups = (columns + 3) / 4;
  long long thread = (long long) blockIdx.x * blockDim.x + threadIdx.x;
  long long row = thread / groups;
  int column = 4 * (int) (thread % groups);
  if (row >= capacity) return;
  long long rows = batch[0], slabs = batch[1], slab = 0, first = 0;
  bool drops = drop_below > -32768 && row < rows;
  if (drops) {
    slab = row * slabs / rows;
    while (rows * (slab + 1) / slabs <= row) slab++;
    first = rows * slab / slabs;
  }
  T* own = z + row * columns + column;
  int count = min(4, columns - column);
  bool aligned = columns % 4 == 0;
  float v[4];
  if (aligned) {
    load(own, v);
  } else {
    for (int i = 0; i < count; i++) v[i] = wide(own[i]);
  }
  long long last_draw = -1;
  unsigned long long bits = 0;
  for (int i = 0; i < 4; i++) {
    v[i] = i < count ? activated(v[i], activation) : 0;
    if (drops) {
      long long entry = (row - first) * columns + column + i;
      if (entry / 4 != last_draw) {
        last_draw = entry / 4;
        bits = draw(seeds[slab], last_draw);
      }
      if ((short) (bits >> (16 * (entry % 4))) < drop_below) v[i] = 0;
    }
  }
  if (aligned) {
    store(v, own);
  } else {
    for (int i = 0; i < count; i++) narrow(v[i], own + i);
  }
}

extern "C" __global__ void activate_float(float* z, int capacity, int columns, const long long* batch,
                                          const unsigned long long* seeds, int activation, int drop_below) {
  activate(z, capacity, columns, batch, seeds, activation, drop_below);
}

extern "C" __global__ void activate_bf16(bf16* z, int capacity, int columns, const long long* batch,
                                         const unsigned long long* seeds, int activation, int drop_below) {
  activate(z, capacity, columns, batch, seeds, activation, drop_below);
}

// slopes <- slopes * a'(h), four to a thread
template <typename T>
__device__ void differentiate(T* slopes, const T* h, int count, int activation) {
  int at = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (at + 4 <= count) {
    float d[4], o[4];
    load(slopes + at, d);
    load(h + at, o);
    for (int i = 0; i < 4; i++) d[i] *= slope(o[i], activation);
    store(d, slopes + at);
  } else {
    for (int i = at; i < count; i++) narrow(wide(slopes[i]) * slope(wide(h[i]), activation), slopes + i);
  }
}

extern "C" __global__ void differentiate_float(float* slopes, const float* h, int count, int activation) {
  differentiate(slopes, h, count, activation);
}

extern "C" __global__ void differentiate_bf16(bf16* slopes, const bf16* h, int count, int activation) {
  differentiate(slopes, h, count, activation);
}

// Optimizers. control: the learning rate and what the step's number makes of it; shorten: the factor
// by which the gradient is clipped; copy: the parameters once more, in the gradient's type.

template <typename T>
__device__ void keep(float v, float* theta, T* copy) {
  *theta = v;
  narrow(v, copy);
}

__device__ void keep(float v, float* theta, float* copy) { *theta = v; }

template <typename T>
__device__ void adagrad(float* theta, const T* gradient, float* squares, T* copy, const float* control,
                        const float* shorten, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float g = wide(gradient[i]) * shorten[0];
  float s = squares[i] + g * g;
  squares[i] = s;
  keep(theta[i] - control[0] * g / (sqrtf(s) + 1e-10f), theta + i, copy + i);
}

extern "C" __global__ void adagrad_float(float* theta, const float* gradient, float* squares, float* copy,
                                         const float* control, const float* shorten, int count) {
  adagrad(theta, gradient, squares, copy, control, shorten, count);
}

extern "C" __global__ void adagrad_bf16(float* theta, const bf16* gradient, float* squares, bf16* copy,
                                        const float* control, const float* shorten, int count) {
  adagrad(theta, gradient, squares, copy, control, shorten, count);
}

template <typename T>
__device__ void momentum(float* theta, const T* gradient, float* velocity, T* copy, const float* control,
                         const float* shorten, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float v = control[1] * velocity[i] + wide(gradient[i]) * shorten[0];
  velocity[i] = v;
  keep(theta[i] - control[0] * v, theta + i, copy + i);
}

extern "C" __global__ void momentum_float(float* theta, const float* gradient, float* velocity, float* copy,
                                          const float* control, const float* shorten, int count) {
  momentum(theta, gradient, velocity, copy, control, shorten, count);
}

extern "C" __global__ void momentum_bf16(float* theta, const bf16* gradient, float* velocity, bf16* copy,
                                         const float* control, const float* shorten, int count) {
  momentum(theta, gradient, velocity, copy, control, shorten, count);
}

// control: decay factor, rate over the mean's bias, one over the root of the square's bias
template <typename T>
__device__ void adam(float* theta, const T* gradient, float* means, float* squares, T* copy,
                     const float* control, const float* shorten, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float g = wide(gradient[i]) * shorten[0];
  float m = 0.9f * means[i] + 0.1f * g;
  float v = 0.999f * squares[i] + 0.001f * g * g;
  means[i] = m;
  squares[i] = v;
  keep(control[0] * theta[i] - control[1] * m / (sqrtf(v) * control[2] + 1e-8f), theta + i, copy + i);
}

extern "C" __global__ void adam_float(float* theta, const float* gradient, float* means, float* squares,
                                      float* copy, const float* control, const float* shorten, int count) {
  adam(theta, gradient, means, squares, copy, control, shorten, count);
}

extern "C" __global__ void adam_bf16(float* theta, const bf16* gradient, float* means, float* squares,
                                     bf16* copy, const float* control, const float* shorten, int count) {
  adam(theta, gradient, means, squares, copy, control, shorten, count);
}
