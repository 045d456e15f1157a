import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { EChartsDrawing } from '../../charts/shared/contract.ts'
import { useDone } from '../../charts/shared/useReading.ts'
import { Button } from '../ui/Button.tsx'
import { CenteredNote } from '../ui/CenteredNote.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { usePlainText } from '../ui/text.ts'
import type { DrawnProps } from './drawnProps.ts'
import { EChartsCanvas } from './EChartsCanvas.tsx'
import css from './EChartsView.module.css'

interface Props extends DrawnProps {
  drawing: EChartsDrawing<Record<string, unknown>>
}

const ReaderSlider = lazy(() => import('./ReaderSlider.tsx'))

const rowHeight = 34

type Result = Pick<Props, 'formData' | 'data' | 'datasource'>

const isSame = (one: Result, other: Result) =>
  one.formData === other.formData && one.data === other.data && one.datasource === other.datasource

/** Draws a chart. A large result is first read in several tasks; until then, the previous result stays visible. */
export function EChartsView(props: Props) {
  const { drawing, formData, data, datasource } = props
  const isRead = useDone(drawing.prepare, props)
  const [last, setLast] = useState<Result>()
  if (isRead && !(last && isSame(last, props))) setLast({ formData, data, datasource })
  if (isRead) return <Chart {...props} />
  return last ? <Chart {...props} {...last} /> : <div className={css.view}>{props.waiting}</div>
}

/** A chart, with buttons or a slider above it if its form data requests them. Selections there are not saved. */
function Chart(props: Props) {
  const { drawing, formData, size } = props
  const plain = usePlainText()
  const needs = useMemo(() => drawing.needs?.(props), [drawing, props])
  const readerSwitch = useMemo(() => drawing.readerSwitch?.(formData), [drawing, formData])
  const slider = useMemo(() => drawing.readerSlider?.(props), [drawing, props])
  const [chosen, setChosen] = useState<string | number>()
  const [wanted, setWanted] = useState<Record<string, number>>()
  const field = readerSwitch?.field ?? slider?.field
  const current = useMemo(
    () =>
      field === undefined || chosen === undefined
        ? wanted
          ? { ...formData, ...wanted }
          : formData
        : { ...formData, ...wanted, [field]: chosen === '' ? null : chosen },
    [formData, field, chosen, wanted],
  )
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    // the code of `drawing.more` may load after the data
    if (drawing.more)
      void drawing.register(formData).then(
        () => setIsReady(true),
        () => undefined,
      )
  }, [drawing, formData])
  const more = isReady ? drawing.more?.({ formData: current, data: props.data }) : null
  if (needs !== undefined) return <CenteredNote text={plain(needs)} />
  if ((!readerSwitch && !slider && !more) || size.height < rowHeight * 4)
    return <EChartsCanvas {...props} formData={current} />
  return (
    <div className={css.view}>
      {(more || readerSwitch) && (
        <div className={css.switch}>
          {more && (
            <Button size="xs" onClick={() => setWanted({ [more.field]: more.value })}>
              {plain(more.label)}
            </Button>
          )}
          {readerSwitch && (
            <SegmentedControl
              label={plain(readerSwitch.label)}
              value={String(chosen ?? formData[readerSwitch.field] ?? '')}
              onChange={setChosen}
              options={readerSwitch.choices.map((choice) => ({ ...choice, label: plain(choice.label) }))}
            />
          )}
        </div>
      )}
      {slider && (
        <Suspense fallback={<div className={css.switch} />}>
          <ReaderSlider
            label={plain(slider.label)}
            count={slider.count}
            stopAt={slider.stopAt}
            value={typeof chosen === 'number' ? Math.min(chosen, slider.count - 1) : slider.start}
            onChange={setChosen}
          />
        </Suspense>
      )}
      <div style={{ height: size.height - rowHeight }}>
        <EChartsCanvas {...props} formData={current} size={{ width: size.width, height: size.height - rowHeight }} />
      </div>
    </div>
  )
}
