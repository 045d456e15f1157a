import { type CSSProperties, type MouseEvent, useMemo, useState } from 'react'
import { Button } from '../../../../web/ui/Button.tsx'
import { useText } from '../../../../web/ui/text.ts'
import { clearedMask } from '../../crossFilter.ts'
import type { ChartTheme } from '../../theme.ts'
import { areaMask, areaOf } from '../areaFilter.ts'
import { isDarkStyle, mapTheme } from '../mapTheme.ts'
import { AreaSelect } from './AreaSelect.tsx'
import css from './DeckMap.module.css'
import type { DeckMapProps } from './deckMapProps.ts'
import type { Scene } from './engine.ts'
import { drawsOnProcessor, fewerMarks } from './fewerMarks.ts'
import { MapButtons } from './MapButtons.tsx'
import { MapLegend } from './MapLegend.tsx'
import { MapTip } from './MapTip.tsx'
import { sceneOf } from './sceneOf.ts'
import { texts } from './texts.ts'
import { usePageMap } from './usePageMap.ts'

/** Below this size there is no space for buttons and a legend. */
const roomFrom = { width: 220, height: 140 }
/** px: the buttons and the space to their left */
const buttonsWidth = 36

/** A map with layers of marks, drawn with WebGL. */
export function DeckMap(given: DeckMapProps) {
  const { layers, left } = useMemo(() => fewerMarks(given.layers, drawsOnProcessor), [given.layers])
  const props = { ...given, layers }
  const { chart, describe, legend, areaBy } = props
  const { formData: form, size, data, title } = chart
  const t = useText()
  const theme = mapTheme(form.mapbox_style, chart.theme)
  const [isSelecting, setIsSelecting] = useState(false)
  const area = areaOf(chart.filterState)
  const rows = props.rows ?? data[0]?.rowcount ?? 0
  const hasRoom = size.width >= roomFrom.width && size.height >= roomFrom.height
  const scene = sceneOf(props, {
    theme,
    area,
    covered: hasRoom ? buttonsWidth : 0,
    hasNames: hasRoom,
    label: t(texts.picture, { title, rows }),
  })
  const { engine, host, above, covering, state, attempt, credits, hovered, setHovered, startAgain } = usePageMap(
    props,
    scene,
    area?.join(),
  )
  const described = hovered && describe(hovered)

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
    <div className={css.frame} style={{ background: theme.surface }}>
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
      {isSelecting && areaBy && (
        <AreaSelect
          size={size}
          onCancel={() => setIsSelecting(false)}
          onSelect={([left, top], [right, bottom]) => {
            setIsSelecting(false)
            const corners = [
              [left, top],
              [right, top],
              [right, bottom],
              [left, bottom],
            ] as const
            engine.current?.withArea(corners, (found) => found && chart.onDataMask?.(areaMask(areaBy, found)))
          }}
        />
      )}
      <div className={css.onMap} style={isDarkStyle(form.mapbox_style) ? variablesOf(theme) : undefined}>
        <div ref={covering} className={css.onMap}>
          {hasRoom && state !== 'lost' && (
            <MapButtons
              engine={engine}
              area={
                areaBy &&
                chart.onDataMask && {
                  isSet: area !== undefined,
                  isSelecting,
                  onPress: () => (area ? chart.onDataMask?.(clearedMask) : setIsSelecting(!isSelecting)),
                }
              }
            />
          )}
          {hasRoom && props.panel?.(isSmall(size))}
          {hasRoom && legend && legend.entries.length > 0 && <MapLegend {...legend} isSmall={isSmall(size)} />}
        </div>
        <p className={css.foot}>
          <Notes {...props} rows={rows} left={left} />
          <span className={css.credits}>
            {credits === undefined ? t(hasRoom ? texts.sources : texts.source) : credits.join(' · ')}
          </span>
        </p>
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
  )
}

/** What the chart does not show of its data. */
function Notes(props: DeckMapProps & { rows: number; left: ReturnType<typeof fewerMarks>['left'] }) {
  const { chart, rows, left, missing, tooLarge = 0 } = props
  const { js_data_mutator, js_tooltip, js_onclick_href } = chart.formData
  const t = useText()
  const unrun = [props.replacesMutator ? '' : js_data_mutator, js_tooltip, js_onclick_href]
  const notes = [
    ...(props.notes ?? []),
    left !== undefined && t(texts.fewer, left),
    missing > 0 && t(texts.noPlace, { missing, rows }),
    tooLarge > 0 && t(texts.tooLarge, { tooLarge, rows }),
    unrun.some((code) => code?.trim()) && t(texts.notRun),
  ].filter((note) => note !== false)
  return (
    <span className={css.notes}>
      {notes.length > 0 && (
        <span className={css.note} title={notes.join('; ')}>
          {notes.join('; ')}
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

/** On these, a legend of steps has one line. */
const isSmall = ({ width, height }: Scene['size']) => width < 480 || height < 300
