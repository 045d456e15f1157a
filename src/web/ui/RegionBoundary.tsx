import { Component, type ReactNode } from 'react'
import { UnexpectedError } from './UnexpectedError.tsx'

interface Props {
  /** a changed value clears the error: a new page, a new chart */
  resetKey?: unknown
  /** whether the region is inside a tile */
  compact?: boolean
  /** for optional regions: called once after a crash, instead of showing the message in place of the region */
  onError?: () => void
  /** with `onError`: shown in place of the region */
  fallback?: ReactNode
  children: ReactNode
}

interface State {
  error: Error | undefined
  resetKey: unknown
}

/** If the region crashes, shows 'Unexpected error' with the message in its place, instead of a blank page. */
export class RegionBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(): void {
    this.props.onError?.()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.onError) return this.props.fallback
    return (
      <UnexpectedError error={error} compact={this.props.compact} onRetry={() => this.setState({ error: undefined })} />
    )
  }
}
