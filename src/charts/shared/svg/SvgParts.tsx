import { createElement, type ReactNode } from 'react'
import type { SvgChild } from './tree.ts'

/** The parts of a drawing as React elements. They have no state, so their position identifies them. */
export const SvgParts = ({ parts }: { parts: SvgChild[] }) => <>{parts.map(partOf)}</>

function partOf(part: SvgChild, at: number): ReactNode {
  if (part === null || part === false || typeof part === 'string') return part
  if (Array.isArray(part)) return part.map((child, index) => partOf(child, at * 100_000 + index))
  return createElement(part.tag, { key: at, ...part.attributes }, ...part.children.map(partOf))
}
