import { EllipsisVertical } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import { defineTexts, useText } from '../../../web/ui/text.ts'
import type { PictureRef } from '../contract.ts'
import css from './PictureView.module.css'
import type { Picture } from './picture.ts'

interface PictureViewProps {
  picture: Picture
  /** receives the element */
  drawn: PictureRef | undefined
  /** the point that the number shows, as text */
  point?: string
  /** right click or menu key: the position in the window */
  onMenu?: ((at: { x: number; y: number }) => void) | undefined
}

const texts = defineTexts('bigNumber', { menu: 'Data point {point}. Press Enter for the menu.' })

/** A big number as SVG with real text: it can be read, selected and searched. */
export function PictureView({ picture, drawn, point = '', onMenu }: PictureViewProps) {
  const t = useText()
  const fade = useId()

  function openMenu(event: MouseEvent<HTMLElement>) {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    // an event of the keyboard has no position
    const isKey = event.clientX === 0 && event.clientY === 0
    onMenu?.(isKey ? { x: box.left + 8, y: box.bottom - 8 } : { x: event.clientX, y: event.clientY })
  }

  const svg = (
    <svg
      ref={drawn}
      className={css.picture}
      width={picture.width}
      height={picture.height}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      fontFamily={picture.fontFamily}
    >
      {picture.spark && (
        <g aria-hidden="true">
          <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={picture.spark.color} stopOpacity="0.18" />
            <stop offset="1" stopColor={picture.spark.color} stopOpacity="0.04" />
          </linearGradient>
          <path d={picture.spark.area} fill={`url(#${fade})`} />
          <path
            d={picture.spark.line}
            fill="none"
            stroke={picture.spark.color}
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </g>
      )}
      {picture.lines.map((line) => (
        <text
          key={line.role}
          x={line.x}
          y={line.baseline}
          textAnchor={line.isCentred ? 'middle' : undefined}
          data-role={line.role}
        >
          {line.runs.map((run, index) => (
            <tspan
              // runs are identified only by their position
              key={index}
              fontSize={run.fontSize}
              fontWeight={run.fontWeight}
              fill={run.color}
              dx={run.gap}
            >
              {run.text}
            </tspan>
          ))}
        </text>
      ))}
    </svg>
  )
  if (!onMenu) return svg
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a right click; the button opens the same menu
    <div className={css.frame} onContextMenu={openMenu}>
      {svg}
      <button
        type="button"
        className={css.menu}
        aria-haspopup="menu"
        aria-label={t(texts.menu, { point })}
        onClick={openMenu}
      >
        <EllipsisVertical size={14} />
      </button>
    </div>
  )
}
