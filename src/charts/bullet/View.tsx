import { type PointerEvent, useMemo, useState } from 'react'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps, DrawInput, PictureRef } from '../shared/contract.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { SvgParts } from '../shared/svg/SvgParts.tsx'
import { type Mark, readBullet } from './layout.ts'
import type { BulletForm } from './query.ts'
import { bulletWriter, noValue, still } from './still.ts'

/** One value as a bar on shaded ranges, with triangles and lines as targets. */
export default function Bullet({ picture, ...props }: ChartComponentProps<BulletForm>) {
  const { formData: form, data, size, datasource, title, color } = props
  const [hover, setHover] = useState<Hover>()
  const model = useMemo(() => readBullet({ formData: form, data }), [form, data])
  if (model.value === null) return <CenteredNote text={worded(noValue)} />
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const name = datasource.verboseMap[metric] ?? metric
  const write = bulletWriter(metric, datasource)
  const value = write(model.value)
  const rowsOf = (marks: Mark[], fallback: string) =>
    marks.map((mark) => ({ label: mark.label || `${fallback} ${write(mark.value)}`, value: write(mark.value) }))
  const show = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setHover({
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      title: name,
      rows: [
        { label: worded('Value'), value, color: color(metric) },
        ...rowsOf(model.markers, worded('Marker')),
        ...rowsOf(model.lines, worded('Line')),
        ...rowsOf(form.ranges === '' ? [] : model.ranges, worded('Range to')),
      ],
    })
  }
  return (
    <div className={css.frame} onPointerMove={show} onPointerDown={show} onPointerLeave={() => setHover(undefined)}>
      <Drawing input={props} picture={picture} label={`${title}: ${name} is ${value}`} />
      <HoverTip hover={hover} width={size.width} height={size.height} />
    </div>
  )
}

interface DrawingProps {
  input: DrawInput<BulletForm>
  picture: PictureRef | undefined
  label: string
}

function Drawing({ input, picture, label }: DrawingProps) {
  const drawn = still(input)
  if (typeof drawn === 'string') return null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
    <svg ref={picture} {...drawn.attributes} role="img" aria-label={label}>
      <SvgParts parts={drawn.children} />
    </svg>
  )
}
