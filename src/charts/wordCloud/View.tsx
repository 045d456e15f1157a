import { type PointerEvent, useMemo, useState } from 'react'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { readableOn } from '../shared/color/readable.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { fontSans } from '../shared/theme.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { useInOwnTask } from '../shared/useInOwnTask.ts'
import { layOutWithNote, readWords, type Word } from './layout.ts'
import type { WordCloudForm } from './query.ts'

/** px; WCAG asks for less contrast of large text. */
const largeText = 24

const none: Word[] = []

/** Words as SVG: they stay text, and the same data give the same picture. */
export default function WordCloud({ picture, ...props }: ChartComponentProps<WordCloudForm>) {
  const { formData: form, data, datasource, size, color, theme, title } = props
  const [hover, setHover] = useState<Hover>()
  const read = useMemo(() => readWords({ formData: form, data }), [form, data])
  const words = useInOwnTask(read, data[0]?.rowcount ?? 0) ?? none
  const { width } = size
  const cloud = useMemo(
    () => layOutWithNote(words, form.rotation, { width, height: size.height }),
    [words, form.rotation, width, size.height],
  )
  if (read.length === 0)
    return <CenteredNote text="A word cloud needs a metric with numbers: every value of this one is empty." />
  // what is drawn in a larger area is drawn smaller
  const scale = cloud.width / width
  const metric = form.metric === undefined ? '' : metricLabel(form.metric)
  const write = metricFormat({ format: 'SMART_NUMBER' }, datasource, metric)
  const show = (event: PointerEvent) => {
    const word = cloud.words[Number((event.target as Element).getAttribute('data-word') ?? -1)]
    const box = event.currentTarget.getBoundingClientRect()
    setHover(
      word && {
        x: event.clientX - box.left,
        y: event.clientY - box.top,
        title: word.text,
        rows: [{ label: datasource.verboseMap[metric] ?? metric, value: trueMinus(write(word.value)) }],
      },
    )
  }
  return (
    <div className={css.frame} onPointerMove={show} onPointerDown={show} onPointerLeave={() => setHover(undefined)}>
      <svg
        ref={picture}
        width={width}
        height={size.height}
        viewBox={`0 0 ${cloud.width} ${size.height * scale}`}
        fontFamily={fontSans}
        fontWeight={560}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
        role="img"
        aria-label={`${title}: ${cloud.words.map(({ text }) => text).join(', ')}`}
      >
        {cloud.words.map((word, at) => (
          <text
            // two words may be equal after they were shortened
            key={`${word.x},${word.y}`}
            data-word={at}
            transform={`translate(${word.x},${word.y}) rotate(${word.rotation})`}
            textAnchor="middle"
            dy="0.33em"
            fontSize={word.fontSize.toFixed(1)}
            fill={readableOn(color(word.text), theme.surface, word.fontSize >= largeText ? 3 : 4.5)}
          >
            {word.text}
          </text>
        ))}
        {cloud.words.length < words.length ? (
          <text x="0" y={(size.height - 4) * scale} fontSize={11 * scale} fontWeight="420" fill={theme.text3}>
            {`${cloud.words.length} of ${words.length.toLocaleString('en')} words fit`}
          </text>
        ) : null}
      </svg>
      <HoverTip hover={hover} width={width} height={size.height} />
    </div>
  )
}
