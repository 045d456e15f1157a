// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { answer, drawInput } from '../../charts/testing/drawInput.ts'
import { show } from '../ui/testing/show.tsx'
import { EChartsCanvas } from './EChartsCanvas.tsx'

const chart = vi.hoisted(() => ({
  setOption: vi.fn(),
  resize: vi.fn(),
  resizeCanvas: vi.fn(),
  handlers: new Map<string, (event: object) => void>(),
}))

// nothing is painted on the canvas here
vi.mock('echarts/core', async (original) => ({
  ...(await original<object>()),
  init: () => ({
    setOption: chart.setOption,
    on: (event: string, handler: (event: object) => void) => chart.handlers.set(event, handler),
    resize: chart.resize,
    getZr: () => ({ storage: { traverse: () => undefined }, painter: {}, resize: chart.resizeCanvas }),
    getWidth: () => 300,
    getHeight: () => 200,
    dispose: () => undefined,
  }),
}))
vi.mock('./pictureFont.ts', () => ({ pictureFont: () => Promise.resolve() }))
vi.mock('./measureLetters.ts', () => ({ measureLettersAhead: () => undefined }))

const drawing: EChartsDrawing<Record<string, unknown>> = {
  option: () => ({ series: [] }),
  register: () => Promise.resolve(),
}

const form = {}
const drawn = drawInput(form, [answer({ m: [0, [1]] })], { size: { width: 300, height: 200 } })

beforeEach(() => chart.setOption.mockClear())

it('what a chart leaves out is in its tooltip without a second drawing', async () => {
  const tooltips: (() => string | undefined)[] = []
  const withTooltip: EChartsDrawing<Record<string, unknown>> = {
    ...drawing,
    option: (input) => {
      tooltips.push(() => input.hovered?.leftOut)
      return { series: [] }
    },
  }
  const page: { take?: (line: string) => void } = {}
  function Page() {
    const [line, setLine] = useState<string>()
    useEffect(() => {
      page.take = setLine
    }, [])
    return (
      <EChartsCanvas
        {...drawn}
        leftOut={line}
        formData={form}
        drawing={withTooltip}
        title="Sales"
        kind="Bar"
        waiting={null}
      />
    )
  }
  show(<Page />)
  await waitFor(() => expect(chart.setOption).toHaveBeenCalledTimes(1))
  act(() => page.take?.('10 of 20 rows'))
  expect(chart.setOption).toHaveBeenCalledTimes(1)
  expect(tooltips.at(-1)?.()).toBe('10 of 20 rows')
})

it('a new result is drawn without animation; only series that are switched in the legend are animated', async () => {
  const page: { take?: (value: number) => void } = {}
  function Page() {
    const [value, setValue] = useState(1)
    useEffect(() => {
      page.take = setValue
    }, [])
    const [data] = useState(() => new Map<number, typeof drawn.data>())
    if (!data.has(value)) data.set(value, [answer({ m: [0, [value]] })])
    return (
      <EChartsCanvas
        {...drawn}
        data={data.get(value) ?? []}
        formData={form}
        drawing={drawing}
        title="Sales"
        kind="Bar"
        waiting={null}
      />
    )
  }
  show(<Page />)
  const times = () =>
    chart.setOption.mock.calls.map(
      ([option]) => (option as { animationDurationUpdate: number }).animationDurationUpdate,
    )
  await waitFor(() => expect(times()).toHaveLength(1))
  act(() => page.take?.(2))
  expect(times()).toEqual([0, 0])
  act(() => chart.handlers.get('legendselectchanged')?.({ name: 'a', selected: { a: false } }))
  expect(times()).toEqual([0, 0, 320])
  act(() => page.take?.(3))
  expect(times()).toEqual([0, 0, 320, 0])
})

it('the first picture of a chart is a task of its own', async () => {
  show(<EChartsCanvas {...drawn} formData={form} drawing={drawing} title="Sales" kind="Bar" waiting={null} />)
  // the code for the drawing has loaded now
  await act(() => Promise.resolve())
  expect(chart.setOption).not.toHaveBeenCalled()
  await waitFor(() => expect(chart.setOption).toHaveBeenCalledTimes(1))
})

it.each([
  ['small', 1, [1, 0]],
  ['large', 5000, [0, 1]],
])('at a new size, a %s picture is computed once', async (_name, rows, resized) => {
  chart.resize.mockClear()
  chart.resizeCanvas.mockClear()
  const data = [answer({ m: [0, Array.from({ length: rows }, () => 1)] })]
  const wide = { width: 500, height: 200 }
  show(
    <EChartsCanvas
      {...drawn}
      data={data}
      size={wide}
      formData={form}
      drawing={drawing}
      title="Sales"
      kind="Bar"
      waiting={null}
    />,
  )
  await waitFor(() => expect(chart.setOption).toHaveBeenCalledTimes(1))
  expect([chart.resize.mock.calls.length, chart.resizeCanvas.mock.calls.length]).toEqual(resized)
})
