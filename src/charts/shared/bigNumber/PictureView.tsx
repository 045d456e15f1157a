import { useId } from 'react'
import type { PictureRef } from '../contract.ts'
import css from './PictureView.module.css'
import type { Picture } from './picture.ts'

interface PictureViewProps {
  picture: Picture
  /** receives the element */
  drawn: PictureRef | undefined
}

/** A big number as SVG. Its texts stay text: they can be read, selected and searched. */
export function PictureView({ picture, drawn }: PictureViewProps) {
  const fade = useId()
  return (
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
}
