import styles from "./Skeleton.module.css";

type SkeletonProps = {
  /** Share of the container's width, 0 to 1. */
  width?: number;
  tall?: boolean;
};

/** A text placeholder. Set `aria-busy` on the section that is loading. */
export function Skeleton({ width = 1, tall = false }: SkeletonProps) {
  return <span aria-hidden="true" className={tall ? styles.tall : styles.bar} style={width < 1 ? { width: `${width * 100}%` } : undefined} />;
}
