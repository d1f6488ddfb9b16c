"""One question to a model by the framework that is named, as its documentation writes it; the answer goes to stdout."""

import sys

QUESTION = "Say hello."


def openai_agents():
    from agents import Agent, Runner, set_tracing_disabled

    set_tracing_disabled(True)
    print(Runner.run_sync(Agent(name="Greeter", model="gpt-5"), QUESTION).final_output)


def langchain():
    from langchain_openai import ChatOpenAI

    for chunk in ChatOpenAI(model="gpt-5").stream(QUESTION):
        print(chunk.text if isinstance(chunk.text, str) else chunk.text(), end="")


def langgraph():
    from langchain_openai import ChatOpenAI
    from langgraph.graph import END, START, MessagesState, StateGraph

    model = ChatOpenAI(model="gpt-5")
    graph = StateGraph(MessagesState)
    graph.add_node("ask", lambda state: {"messages": [model.invoke(state["messages"])]})
    graph.add_edge(START, "ask")
    graph.add_edge("ask", END)
    answer = graph.compile().invoke({"messages": [("user", QUESTION)]})
    print(answer["messages"][-1].content)


def pydantic_ai():
    from pydantic_ai import Agent

    print(Agent("openai:gpt-5").run_sync(QUESTION).output)


def crewai():
    from crewai import LLM

    print(LLM(model="openai/gpt-5").call(QUESTION))


{
    "openai-agents": openai_agents,
    "langchain": langchain,
    "langgraph": langgraph,
    "pydantic-ai": pydantic_ai,
    "crewai": crewai,
}[sys.argv[1]]()
