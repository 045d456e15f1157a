// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { readInSteps } from '../../charts/shared/readInSteps.ts'
import { answer, drawInput } from '../../charts/testing/drawInput.ts'
import LargeResult from './LargeResult.tsx'

it('waits until a large result is read, and keeps the last one while the next is read', async () => {
  const read = vi.fn<(rows: number) => void>()
  const rowsOf = readInSteps(function* ({ data }: { formData: object; data: readonly { rowcount: number }[] }) {
    yield
    read(data[0]!.rowcount)
    return data[0]!.rowcount
  })
  const drawing: EChartsDrawing<Record<string, unknown>> = {
    option: () => ({ series: [] }),
    register: () => Promise.resolve(),
    prepare: rowsOf.steps,
  }
  const formData = {}
  const large = (rows: number) => [answer({ n: [0, Array.from({ length: rows }, () => 1)] })]
  const chartOf = (data: ReturnType<typeof large>) => (
    <LargeResult
      {...drawInput(formData, data)}
      formData={formData}
      data={data}
      title=""
      kind=""
      drawing={drawing}
      waiting="waiting"
      View={(props) => <p>{rowsOf(props)} rows</p>}
    />
  )
  onTestFinished(cleanup)
  const { findByText, getByText, rerender } = render(chartOf(large(5000)))
  getByText('waiting')
  await findByText('5000 rows')
  rerender(chartOf(large(6000)))
  getByText('5000 rows')
  await findByText('6000 rows')
  expect(read.mock.calls).toEqual([[5000], [6000]])
})
