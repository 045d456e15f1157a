/** ms between two checks of a frame that is being drawn */
const frameStep = 16

/**
 * Calls back when a frame is actually drawn, not only requested. Without a graphics card that takes seconds, and frames
 * that other maps requested meanwhile would all wait for each other.
 */
export function whenDone(canvas: HTMLCanvasElement, signal: AbortSignal, done: () => void): void {
  const gl = canvas.getContext('webgl2')
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl?.flush()
  const look = () => {
    if (signal.aborted) return
    if (gl && fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, frameStep)
    else done()
  }
  setTimeout(look)
}
