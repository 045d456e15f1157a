import { Component, type ReactNode } from 'react'

interface Props {
  /** a change of any of these clears the error: a new result, or a changed dataset */
  resetKeys: readonly unknown[]
  fallback: (error: Error) => ReactNode
  children: ReactNode
}

interface State {
  error: Error | undefined
  resetKeys: readonly unknown[]
}

/** Limits a rendering error to one chart. */
export class RenderBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKeys: this.props.resetKeys }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    const isSame = props.resetKeys.every((key, at) => Object.is(key, state.resetKeys[at]))
    return isSame ? null : { error: undefined, resetKeys: props.resetKeys }
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}
