import { type CSSProperties, type MouseEvent, useMemo, useState } from 'react'
import { Button } from '../../../../web/ui/Button.tsx'
import { classes } from '../../../../web/ui/classes.ts'
import { useText } from '../../../../web/ui/text.ts'
import { clearedMask } from '../../crossFilter.ts'
import type { ChartTheme } from '../../theme.ts'
import { areaOf, cornersOf } from '../areaFilter.ts'
import { lassoOf } from '../lasso.ts'
import { isDarkStyle, mapTheme } from '../mapTheme.ts'
import { unshownParts } from '../unshown.ts'
import css from './DeckMap.module.css'
import type { DeckMapProps } from './deckMapProps.ts'
import { drawsOnProcessor, fewerMarks } from './fewerMarks.ts'
import { hasButtons, type LegendPlace, legendPlace } from './legendPlace.ts'
import { MapButtons, type SelectBy } from './MapButtons.tsx'
import { legendHeight, MapLegend } from './MapLegend.tsx'
import { MapSelect } from './MapSelect.tsx'
import { MapTip } from './MapTip.tsx'
import { sceneOf } from './sceneOf.ts'
import { texts } from './texts.ts'
import { usePageMap } from './usePageMap.ts'

/** px: the buttons and the space to their left */
const buttonsWidth = 36
/** px: on a lower map, a column of touch buttons would be cut off */
const lowMap = 190
/** px: below this height there is no space for a fifth button */
const lassoFrom = 220

/** A map with layers of marks, drawn with WebGL. */
export function DeckMap(given: DeckMapProps) {
  const { layers, left } = useMemo(() => fewerMarks(given.layers, drawsOnProcessor), [given.layers])
  const hasRoom = hasButtons(given.chart.size)
  const place = placeOf(given)
  const below = place?.below ?? 0
  const size = { width: given.chart.size.width, height: given.chart.size.height - below }
  const props = { ...given, layers, chart: { ...given.chart, size } }
  const { chart, describe, legend, panel, areaBy } = props
  const { formData: form, data, title } = chart
  const t = useText()
  const theme = mapTheme(form.mapbox_style, chart.theme)
  const [selectingBy, setSelectingBy] = useState<SelectBy>()
  const { ring, setBy } = selectedBy(chart)
  const rows = props.rows ?? data[0]?.rowcount ?? 0
  const isAtTop = below === 0 && legend?.position.startsWith('t')
  const reserved = place?.room === 'small' && below === 0 && legend ? legendHeight : 0
  const scene = sceneOf(props, {
    theme,
    ring,
    covered: hasRoom ? buttonsWidth : 0,
    reserved: isAtTop ? { top: reserved, bottom: 0 } : { top: 0, bottom: reserved },
    hasNames: hasRoom,
    label: t(texts.picture, { title, rows }),
  })
  const { engine, frame, host, above, covering, state, attempt, credits, leftOut, hovered, setHovered, startAgain } =
    usePageMap(props, scene, ring?.join())
  const described = hovered && describe(hovered)
  const variables = isDarkStyle(form.mapbox_style) ? variablesOf(theme) : undefined
  const shownLegend = place && (panel ? panel.render(place) : legend && <MapLegend {...legend} place={place} />)

  function onContextMenu(event: MouseEvent) {
    const box = host.current?.getBoundingClientRect()
    const picked = box && engine.current?.pick(event.clientX - box.left, event.clientY - box.top)
    if (!picked || !props.onMenu) return
    event.preventDefault()
    setHovered(undefined)
    props.onMenu(picked, event.clientX, event.clientY)
  }

  if (state === 'noWebGl') return <NoWebGl onViewRows={chart.onViewRows} />
  return (
    <div ref={frame} className={css.frame} style={{ background: theme.surface }}>
      <div
        className={classes(css.plot, isAtTop && css.legendAtTop)}
        style={{ height: size.height, background: theme.mapSea }}
      >
        <div
          key={attempt}
          ref={host}
          className={css.canvas}
          data-map={state}
          onContextMenu={onContextMenu}
          onPointerLeave={() => setHovered(undefined)}
        />
        {props.placed && (
          <div ref={above} className={css.above} data-placed={state}>
            {props.placed.map(({ key, node }) => (
              <div key={key} className={css.placed}>
                {node}
              </div>
            ))}
          </div>
        )}
        {props.marks}
        {selectingBy && areaBy && (
          <MapSelect
            by={selectingBy}
            columns={areaBy}
            chart={chart}
            map={engine}
            onEnd={() => setSelectingBy(undefined)}
          />
        )}
        <div className={css.onMap} style={variables}>
          <div ref={covering} className={css.onMap}>
            {hasRoom && state !== 'lost' && (
              <MapButtons
                engine={engine}
                isLow={size.height < lowMap}
                select={
                  areaBy &&
                  chart.onDataMask && {
                    offers: size.height < lassoFrom ? ['area'] : ['area', 'lasso'],
                    set: setBy,
                    by: selectingBy,
                    onPress(by) {
                      if (setBy === by) chart.onDataMask?.(clearedMask)
                      else setSelectingBy(selectingBy === by ? undefined : by)
                    },
                  }
                }
              />
            )}
            {below === 0 && shownLegend}
            <p className={css.foot}>
              <Notes {...props} rows={rows} left={left} leftOut={leftOut} isShort={!hasRoom} />
              <span className={css.credits}>
                {credits === undefined ? t(hasRoom ? texts.sources : texts.source) : credits.join(' · ')}
              </span>
            </p>
          </div>
          {described && hovered && <MapTip described={described} picked={hovered} size={size} />}
        </div>
        {state === 'lost' && (
          <div className={css.instead}>
            <span>{t(texts.lost)}</span>
            <Button size="sm" onClick={startAgain}>
              {t(texts.again)}
            </Button>
          </div>
        )}
      </div>
      {below > 0 && (
        <div className={css.key} style={{ height: below, ...variables }}>
          {shownLegend}
        </div>
      )}
    </div>
  )
}

/** A range without steps is one item, with the width of some colors. */
const rampItem = 12

/** The corners of the area by which the map filters, and how it was selected. */
function selectedBy({ filterState }: DeckMapProps['chart']): {
  ring: readonly [number, number][] | undefined
  setBy: SelectBy | undefined
} {
  const [lasso, area] = [lassoOf(filterState), areaOf(filterState)]
  return { ring: lasso ?? (area && cornersOf(area)), setBy: lasso ? 'lasso' : area && 'area' }
}

/** Where the legend or the panel is. */
function placeOf({ chart, legend, panel }: DeckMapProps): LegendPlace | undefined {
  if (panel && !hasButtons(chart.size)) return undefined
  const items = panel?.items ?? (legend?.ramp ? [{ label: '', colors: rampItem }] : legend?.entries)
  return legendPlace(chart.size, items ?? [], legend?.isRange)
}

interface NotesProps extends DeckMapProps {
  rows: number
  left: ReturnType<typeof fewerMarks>['left']
  leftOut: number
  isShort: boolean
}

/** What the chart does not show of its data. */
function Notes(props: NotesProps) {
  const { chart, rows, left, leftOut, missing, tooLarge = 0, replacesMutator = false, placed = [] } = props
  const t = useText()
  const arranged = leftOut > 0 ? props.arrangedNote?.(placed.length - leftOut, placed.length) : undefined
  const notes = [
    ...(props.notes ?? []),
    arranged?.long,
    left !== undefined && t(texts.fewer, left),
    ...unshownParts(chart.formData, { rows, missing, tooLarge, replacesMutator }).map(([text, values]) =>
      t(text, values),
    ),
  ].filter((note) => typeof note === 'string')
  return (
    <span className={css.notes}>
      {notes.length > 0 && (
        <span className={css.note} title={notes.join('; ')}>
          {notes.map((note) => (props.isShort && note === arranged?.long ? arranged.short : note)).join('; ')}
        </span>
      )}
    </span>
  )
}

function NoWebGl({ onViewRows }: Pick<DeckMapProps['chart'], 'onViewRows'>) {
  const t = useText()
  return (
    <div className={css.frame} data-map="noWebGl">
      <div className={css.instead}>
        <output>{t(texts.noWebGl)}</output>
        {onViewRows && (
          <Button size="sm" onClick={onViewRows}>
            {t(texts.viewRows)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The colors of what is above a dark map, on a page that may be light. */
const variablesOf = (theme: ChartTheme) =>
  ({
    color: theme.text,
    '--surface': theme.surface,
    '--raised': theme.raised,
    '--border': theme.border,
    '--border-2': theme.border,
    '--text': theme.text,
    '--text-2': theme.text2,
    '--text-3': theme.text3,
    '--hover': theme.hover,
    '--accent': theme.accent,
    '--accent-soft': theme.accentSoft,
    '--accent-text': theme.accent,
  }) as CSSProperties
