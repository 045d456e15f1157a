import type { EChartsDrawing } from '../../shared/contract.ts'
import { clearedMask } from '../../shared/crossFilter.ts'
import type { ToyForm } from './query.ts'

export const drawing: EChartsDrawing<ToyForm> = {
  option: ({ formData }) => ({ title: { text: `Toy of size ${formData.toy_size}` } }),
  crossFilter: () => clearedMask,
  drill: (_input, { name }) => ({ filters: [{ col: 'sex', op: '==', val: name }], by: 'sex' }),
  // the second query: the metric over all rows
  rowsOf: ({ data }) => data[1]!,
  register: async () => {},
}
