// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { readInSteps } from '../../charts/shared/readInSteps.ts'
import { answer, drawInput } from '../../charts/testing/drawInput.ts'
import { EChartsView } from './EChartsView.tsx'

const mounted = vi.hoisted(() => vi.fn<() => void>())

const read = vi.fn<(rows: number) => void>()
const rowsOf = readInSteps(function* ({ data }: { formData: object; data: readonly { rowcount: number }[] }) {
  yield
  read(data[0]!.rowcount)
  return data[0]!.rowcount
})

vi.mock('../ui/text.ts', async (original) => ({ ...(await original<object>()), usePlainText: () => String }))
vi.mock('./EChartsCanvas.tsx', () => ({
  EChartsCanvas: (props: Parameters<typeof rowsOf>[0]) => {
    useEffect(() => mounted(), [])
    return <p>{rowsOf(props)} rows</p>
  },
}))

const drawing: EChartsDrawing<Record<string, unknown>> = {
  option: () => ({ series: [] }),
  register: () => Promise.resolve(),
  prepare: rowsOf.steps,
}
const formData = {}
const dataOf = (rows: number) => [answer({ n: [0, Array.from({ length: rows }, () => 1)] })]
const chartOf = (data: ReturnType<typeof dataOf>) => (
  <EChartsView
    {...drawInput(formData, data)}
    formData={formData}
    data={data}
    title=""
    kind=""
    drawing={drawing}
    waiting="waiting"
  />
)

it('waits until a large result is read, and keeps the last one while the next is read', async () => {
  read.mockClear()
  const { findByText, getByText, rerender, unmount } = render(chartOf(dataOf(5000)))
  onTestFinished(unmount)
  getByText('waiting')
  await findByText('5000 rows')
  rerender(chartOf(dataOf(6000)))
  getByText('5000 rows')
  await findByText('6000 rows')
  expect(read.mock.calls).toEqual([[5000], [6000]])
})

it('a small result is drawn at once, and its chart stays when the result becomes large and small again', async () => {
  mounted.mockClear()
  const { findByText, getByText, rerender, unmount } = render(chartOf(dataOf(10)))
  onTestFinished(unmount)
  getByText('10 rows')
  rerender(chartOf(dataOf(5000)))
  getByText('10 rows')
  await findByText('5000 rows')
  rerender(chartOf(dataOf(20)))
  getByText('20 rows')
  expect(mounted).toHaveBeenCalledTimes(1)
})
