import { Landing } from "#/features/landing/Landing.tsx";

export default Landing;
