import type { CSSProperties } from 'react'
import css from './Skeleton.module.css'

export interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

/** A placeholder for content that is loading. The surrounding region has `aria-busy`. */
export function Skeleton({ width = '100%', height = 12, className }: SkeletonProps) {
  return (
    <span
      className={className ? `${css.skeleton} ${className}` : css.skeleton}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
