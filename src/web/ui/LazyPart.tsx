import { Component, type ReactNode, Suspense } from 'react'
import { isLost, useLostToast } from './lost.ts'

interface LazyPartProps {
  /** closes the part if it could not be loaded, so that the next click opens it again */
  onClose: () => void
  /** for a part that stays mounted while it is closed: a changed value loads it again */
  resetKey?: unknown
  children: ReactNode
}

/**
 * A dialog or another part whose code is loaded when the user opens it. If that fails, a toast offers to reload. The
 * page remains unchanged, with its unsaved work.
 */
export function LazyPart({ onClose, resetKey, children }: LazyPartProps) {
  const tell = useLostToast()
  const onLost = () => {
    onClose()
    tell()
  }
  return (
    <LostBoundary resetKey={resetKey} onLost={onLost}>
      <Suspense>{children}</Suspense>
    </LostBoundary>
  )
}

interface BoundaryProps {
  resetKey: unknown
  onLost: () => void
  children: ReactNode
}

interface BoundaryState {
  error: unknown
  resetKey: unknown
}

/** Catches only load failures; any other error is handled by the surrounding region. */
class LostBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }

  override componentDidCatch(error: unknown): void {
    if (isLost(error)) this.props.onLost()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isLost(error)) throw error
    return null
  }
}
