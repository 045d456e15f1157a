import { isRecord } from '../../../model/wire/json.ts'

type Option = Record<string, unknown>

const axes = ['xAxis', 'yAxis', 'radiusAxis', 'angleAxis', 'parallelAxis', 'singleAxis']
const without = { show: false }
const clear = 'transparent'
const full = { left: 2, right: 2, top: 4, bottom: 2, containLabel: false }

/** An option of ECharts with the marks only: no texts, legends or sliders, and all of the space for the plot. */
export function bareOption(option: object): object {
  const given = option as Option
  const bare: Option = { ...given, ...onlyIn(given, ['legend', 'title', 'visualMap'], without) }
  for (const axis of axes) if (axis in given) bare[axis] = each(given[axis], bareAxis)
  if ('dataZoom' in given) bare['dataZoom'] = each(given['dataZoom'], (zoom) => ({ ...zoom, show: false }))
  if ('radar' in given)
    bare['radar'] = each(given['radar'], (radar) => ({
      ...radar,
      axisName: without,
      center: ['50%', '50%'],
      radius: '92%',
    }))
  // several plots share the space as the option defines it
  if (isRecord(given['grid'])) bare['grid'] = { ...given['grid'], ...full }
  bare['series'] = each(given['series'], bareSeries)
  return bare
}

/** An option without the buttons of a long legend, which need a pointer. */
export function glanceOption(option: object): object {
  const { legend } = option as Option
  // the invisible buttons keep their space, so that no name is cut off
  const noPages = { pageIconColor: clear, pageIconInactiveColor: clear, pageTextStyle: { color: clear } }
  return legend === undefined ? option : { ...option, legend: each(legend, (part) => ({ ...part, ...noPages })) }
}

const each = (parts: unknown, change: (part: Option) => Option): unknown =>
  Array.isArray(parts)
    ? parts.map((part: unknown) => (isRecord(part) ? change(part) : part))
    : isRecord(parts)
      ? change(parts)
      : parts

/** The existing parts, switched off; a list stays a list. */
const onlyIn = (given: Option, names: readonly string[], off: Option): Option =>
  Object.fromEntries(
    names.filter((name) => name in given).map((name) => [name, each(given[name], (part) => ({ ...part, ...off }))]),
  )

const bareAxis = (axis: Option): Option => ({ ...axis, name: '', axisLabel: without, axisTick: without })

function bareSeries(series: Option): Option {
  // a gauge keeps its number: without it, the gauge would show nothing
  if (series['type'] === 'gauge') return { ...series, axisLabel: without, title: without }
  const { markPoint: _, ...rest } = series
  const silent = { label: without, labelLine: without, endLabel: without, edgeLabel: without, upperLabel: without }
  const place = series['type'] === 'pie' ? wholeCircle(series) : placed.has(series['type']) ? inBox : {}
  return { ...rest, ...silent, ...place }
}

/** Series without axes that leave room for their labels. */
const placed = new Set<unknown>(['funnel', 'sankey', 'tree', 'treemap'])
const inBox = { left: 2, right: 2, top: 2, bottom: 2, width: 'auto', height: 'auto' }

/** The largest circle in the box; a ring stays a ring. */
function wholeCircle({ radius }: Option): Option {
  const [inner, outer] = Array.isArray(radius) ? radius.map((each) => Number.parseFloat(String(each))) : [0]
  const share = inner && outer ? inner / outer : 0
  return { center: ['50%', '50%'], radius: [`${Math.round(share * 96)}%`, '96%'] }
}
