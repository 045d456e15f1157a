import { describe, expect, it } from 'vitest'
import { openSaved } from '../../testing/parts.ts'
import type { TimeseriesForm } from './formData.ts'
import { layOut } from './layout.ts'

const noLegend = { top: 0, right: 0, bottom: 0, left: 0 }

function layout(saved: object, size: { width: number; height: number }, legend = noLegend) {
  const form = openSaved({ viz_type: 'echarts_timeseries_bar', x_axis: 't', metrics: ['m'], ...saved })!
  return layOut(form.formData as TimeseriesForm, { size, legend, aside: 0, labels: { below: 20, beside: 40 } })
}

const phone = { width: 340, height: 176 }

describe('layOut', () => {
  it.each([
    [{ zoomable: true, y_axis_title: 'Jobs won or lost in the month' }, noLegend],
    [{ zoomable: true, y_axis_title: 'Wind', x_axis_title: 'High of the day', x_axis_title_margin: 30 }, noLegend],
    [
      { zoomable: true, x_axis_title: 'High of the day', x_axis_title_margin: 50 },
      { ...noLegend, top: 26 },
    ],
    [
      { x_axis_title: 'High of the day', y_axis_title: 'Wind' },
      { ...noLegend, bottom: 52 },
    ],
  ])('keeps half of the height for the plot: %j', (saved, legend) => {
    expect(layout(saved, phone, legend).plot.height).toBeGreaterThanOrEqual(phone.height / 2)
  })

  it('places a long title above a low plot, and next to a tall one', () => {
    const saved = { y_axis_title: 'Jobs won or lost in the month' }
    expect(layout(saved, phone).valueTitle).toMatchObject({ nameLocation: 'end' })
    expect(layout(saved, { width: 600, height: 400 }).valueTitle).toMatchObject({ nameLocation: 'middle' })
  })

  it('omits a title that would be truncated beside a narrow plot', () => {
    const tile = { width: 204, height: 200 }
    const twoLines = { ...noLegend, bottom: 64 }
    const saved = { y_axis_title: 'Thousand megawatt hours', show_value: true }
    expect(layout(saved, tile, twoLines)).not.toHaveProperty('valueTitle.name')
    expect(layout({ ...saved, y_axis_title: 'Years' }, tile, twoLines).valueTitle).toMatchObject({ name: 'Years' })
  })

  it('makes the slider thin before it removes a title', () => {
    const saved = { zoomable: true, x_axis_title: 'Month' }
    expect(layout(saved, { width: 600, height: 400 }).slider).toBe(20)
    expect(layout(saved, phone)).toMatchObject({ slider: 10, baseTitle: { name: 'Month' } })
  })

  it('keeps the title below a plot that has less than half of the height, except in a small chart', () => {
    const saved = {
      zoomable: true,
      x_axis_title: 'Income per person',
      y_axis_title: 'Years',
      y_axis_title_position: 'Top',
    }
    const legend = { ...noLegend, top: 42 }
    expect(layout(saved, { width: 340, height: 250 }, legend).baseTitle).toMatchObject({ name: 'Income per person' })
    expect(layout(saved, { width: 204, height: 200 }, legend).baseTitle).toBeUndefined()
  })

  it('keeps both titles of points between two measures in a small chart, a long one above', () => {
    const saved = {
      viz_type: 'echarts_timeseries_scatter',
      x_axis_title: 'Income per person',
      y_axis_title: 'Average delay, minutes',
    }
    const drawn = layout(saved, { width: 204, height: 200 }, { ...noLegend, top: 42 })
    expect(drawn).toMatchObject({
      baseTitle: { name: 'Income per person' },
      valueTitle: { name: 'Average delay, minutes', nameLocation: 'end' },
    })
    expect(drawn.plot.height).toBeGreaterThan(200 * 0.35)
  })

  it('has no empty row for value labels above a title at the top', () => {
    const top = (show_value: boolean) =>
      layout({ y_axis_title: 'Years', y_axis_title_position: 'Top', show_value }, phone).edges.top
    expect(top(true)).toBe(top(false))
  })

  it('reduces the margin of the title next to a narrow plot', () => {
    const tile = { width: 204, height: 200 }
    const wide = layout({ y_axis_title: 'Wind', y_axis_title_margin: 150 }, tile)
    expect(wide.plot.width).toBeGreaterThan(tile.width * 0.4)
    expect(wide.valueTitle?.nameGap).toBeCloseTo(tile.width * 0.2)
    const roomy = layout({ y_axis_title: 'Wind', y_axis_title_margin: 50 }, { width: 600, height: 400 })
    expect(roomy.valueTitle?.nameGap).toBe(50)
  })

  it('allows a title to be as long as its axis', () => {
    const { baseTitle } = layout({ x_axis_title: 'A long title below '.repeat(9) }, phone)
    expect(baseTitle?.nameTruncate.maxWidth).toBeLessThanOrEqual(phone.width)
  })
})
