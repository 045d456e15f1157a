import { type PointerEvent, useMemo, useState } from 'react'
import { worded } from '../../model/language/written.ts'
import { metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import type { ChartComponentProps, DrawInput, PictureRef } from '../shared/contract.ts'
import { metricFormat } from '../shared/metricFormat.ts'
import css from '../shared/svg/HoverTip.module.css'
import { type Hover, HoverTip } from '../shared/svg/HoverTip.tsx'
import { SvgParts } from '../shared/svg/SvgParts.tsx'
import { trueMinus } from '../shared/trueMinus.ts'
import { useInOwnTask } from '../shared/useInOwnTask.ts'
import { useReading } from '../shared/useReading.ts'
import { layOutWithNote, readWords, type Word } from './layout.ts'
import type { WordCloudForm } from './query.ts'
import { cloudSvg, noNumbers } from './still.ts'

const none: Word[] = []

/** Words as SVG with real text. The same data always results in the same image. */
export default function WordCloud({ picture, ...props }: ChartComponentProps<WordCloudForm>) {
  const { formData: form, data, datasource, size, title } = props
  const [hover, setHover] = useState<Hover>()
  const read = useReading(readWords, { formData: form, data })
  const words = useInOwnTask(read ?? none, data[0]?.rowcount ?? 0) ?? none
  const { width } = size
  const cloud = useMemo(
    () => layOutWithNote(words, form.rotation, { width, height: size.height }),
    [words, form.rotation, width, size.height],
  )
  if (!read) return props.waiting
  if (read.length === 0) return <CenteredNote text={worded(noNumbers)} />
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
      <Cloud cloud={cloud} all={words.length} input={props} picture={picture} title={title} />
      <HoverTip hover={hover} width={width} height={size.height} />
    </div>
  )
}

interface CloudProps {
  cloud: ReturnType<typeof layOutWithNote>
  all: number
  input: DrawInput<WordCloudForm>
  picture: PictureRef | undefined
  title: string
}

function Cloud({ cloud, all, input, picture, title }: CloudProps) {
  const drawn = cloudSvg(cloud, all, input)
  return (
    <svg
      ref={picture}
      {...drawn.attributes}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn inside
      role="img"
      aria-label={`${title}: ${cloud.words.map(({ text }) => text).join(', ')}`}
    >
      <SvgParts parts={drawn.children} />
    </svg>
  )
}
